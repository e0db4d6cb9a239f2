namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>An account whose journal holds back what it writes.</summary>
internal sealed class HeldWrite : IAsyncDisposable
{
    private readonly ActivityListener? _listener;
    private readonly MetricRecorder? _metrics;

    private HeldWrite(bool withSpans, bool withMetrics)
    {
        System = Systems.Instrumented(Gate.Hocon);
        _listener = withSpans ? Recorded.Everything() : null;
        _metrics = withMetrics ? new MetricRecorder(System) : null;
    }

    public ScriptedJournal.Gate Gate { get; } = new();

    public TestSystem System { get; }

    public Told Told { get; } = new();

    public IActorRef Account { get; private set; } = ActorRefs.Nobody;

    public MetricRecorder Metrics => _metrics ?? throw new InvalidOperationException("started without metrics");

    /// <summary>Somebody listens from the start, before the account, or nobody does.</summary>
    public static async Task<HeldWrite> Start(bool withSpans = false, bool withMetrics = false)
    {
        var held = new HeldWrite(withSpans, withMetrics);
        held.Account = await Persistence.Account.Recovered(held.System, held.Told.Actor(held.System));
        held.Gate.Close();
        return held;
    }

    /// <summary>Sends a command and waits until its event is in the journal.</summary>
    public Task Begin(object command, IActorRef? sender = null)
    {
        Account.Tell(command, sender);
        return Eventually.Equal(1, () => Gate.Waiting);
    }

    /// <summary>Waits until the account has handled all commands so far.</summary>
    public Task AllHandled() => Account.Ask<string>("all handled?", TimeSpan.FromSeconds(60));

    /// <summary>Lets the journal write when the account has handled all commands so far.</summary>
    public async Task WriteAll()
    {
        await AllHandled();
        Gate.Open();
    }

    public async ValueTask DisposeAsync()
    {
        _metrics?.Dispose();
        _listener?.Dispose();
        await System.DisposeAsync();
        Gate.Dispose();
    }
}
