namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>By the command's number: the trace in which it was sent, and those of its handlers.</summary>
internal sealed class Told
{
    private int _recoveries;

    public ConcurrentDictionary<int, ActivityTraceId> Expected { get; } = new();

    public ConcurrentDictionary<int, ConcurrentQueue<ActivityTraceId>> Found { get; } = new();

    /// <summary>How often an account has recovered.</summary>
    public int Recoveries => Volatile.Read(ref _recoveries);

    /// <summary>Notes the trace in which it is notified. One that is not recorded is none.</summary>
    public IActorRef Actor(TestSystem system, string? name = null) => system.ActorOf(
        (_, message) =>
        {
            if (message is Account.Ready)
            {
                Interlocked.Increment(ref _recoveries);
            }
            else if (message is Account.Persisted persisted)
            {
                Found.GetOrAdd(persisted.Number, static _ => new())
                    .Enqueue(Activity.Current is { Recorded: true } current ? current.TraceId : default);
            }
        },
        name);

    /// <summary>Sends a command in a trace of its own.</summary>
    public void Sends(int number, object command, IActorRef account, IActorRef? sender = null)
    {
        using var root = Recorded.Root();
        Expected[number] = root.TraceId;
        account.Tell(command, sender);
    }

    /// <summary>Waits until so many commands have been notified of. Every handler was in its command's trace.</summary>
    public async Task AllAreInTheirTraces(int commands)
    {
        await Eventually.True(() => Found.Count == commands, () => $"{Found.Count} of {commands}", TimeSpan.FromMinutes(3));
        Assert.All(Found, found => Assert.Equal([Expected[found.Key]], found.Value.Distinct()));
    }
}
