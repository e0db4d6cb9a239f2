using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>Takes the stacks of the threads of this process. A package of its own implements it.</summary>
internal interface IThreadStacks
{
    /// <summary>The stacks, each with the innermost method first. One call at a time.</summary>
    Task<IReadOnlyList<IReadOnlyList<string>>> TakeAsync(CancellationToken cancel);
}

/// <summary>
/// Looks where handlers hang that block their thread. One look at a time in the whole process, one a minute by itself, one in five seconds for
/// people, and none while memory is short: a look takes a third of a second and some megabytes. Any thread.
/// </summary>
internal sealed class StackLooks(AkkaInstrumentationExtension system)
{
    private const int Seconds = 10;

    private static readonly long ByItself = 60 * Stopwatch.Frequency;
    private static readonly long OnDemand = 5 * Stopwatch.Frequency;

    private static int s_looks;

    private long _last = long.MinValue / 2;

    /// <summary>Null without the package.</summary>
    public IThreadStacks? Source { get; set; }

    /// <summary>Whether the process has no memory to spare. Tests set it.</summary>
    internal Func<bool> MemoryIsShort { get; init; } = static () =>
        GC.GetGCMemoryInfo() is { TotalAvailableMemoryBytes: > 0 and var limit } info && (info.HeapSizeBytes >= 0.8 * limit
            || info.MemoryLoadBytes >= info.HighMemoryLoadThresholdBytes);

    /// <summary>A handler was found that blocks its thread. Returns at once.</summary>
    /// <param name="mailbox">The mailbox of its actor.</param>
    /// <param name="found">Gets the stack, if one is found. A thread of the pool.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public void Found(MailboxRecorder mailbox, Action<HungStack> found, long now)
    {
        if (Source is not null && TryBegin(ByItself, now) is null)
        {
            // Not the thread that looks at all systems.
            _ = Task.Run(async () =>
            {
                if (await Look(mailbox).ConfigureAwait(false) is { } stack)
                {
                    found(stack);
                }
            });
        }
    }

    /// <summary>Somebody asks where the handler of an actor hangs.</summary>
    /// <param name="mailbox">The actor's mailbox.</param>
    /// <returns>The stack, or why there is none.</returns>
    public async Task<(HungStack? Stack, string? Problem)> Ask(MailboxRecorder mailbox)
    {
        var now = Stopwatch.GetTimestamp();
        return Source is null ? (null, "The package AkkaInstrumentation.Stacks is not in use.")
            : mailbox.ReadWork(now) is not { Message: not null, Awaits: false } ? (null, "Its handler holds no thread now.")
            : TryBegin(OnDemand, now) is { } problem ? (null, problem)
            : await Look(mailbox).ConfigureAwait(false) is { } stack ? (stack, null)
            : (null, "No thread was found in a handler of this type.");
    }

    // Null when it has begun.
    private string? TryBegin(long apart, long now)
    {
        if (MemoryIsShort())
        {
            return "Memory is short, and a look needs some.";
        }

        var last = Volatile.Read(ref _last);
        if (now - last < apart)
        {
            return $"There was a look within {apart / Stopwatch.Frequency} s.";
        }

        if (Interlocked.CompareExchange(ref s_looks, 1, 0) != 0)
        {
            return "Another look is under way.";
        }

        Volatile.Write(ref _last, now);
        return null;
    }

    private async Task<HungStack?> Look(MailboxRecorder mailbox)
    {
        try
        {
            using var cancel = new CancellationTokenSource(TimeSpan.FromSeconds(Seconds));
            var stacks = await Source!.TakeAsync(cancel.Token).ConfigureAwait(false);
            return HungStack.Find(stacks, mailbox.Cell?.Props.Type.FullName);
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Watch, e, system.SystemName);
            return null;
        }
        finally
        {
            Volatile.Write(ref s_looks, 0);
        }
    }
}
