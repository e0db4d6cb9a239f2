namespace AkkaInstrumentation.Tests;

/// <summary>Where the runs of an <see cref="InvokeOwnerModel"/> are, and what they have read so far.</summary>
internal sealed class InvokeOwnerState(int runs)
{
    public const int ReadHolder = 0;
    public const int TakeHolder = 1;
    public const int LookBack = 2;
    public const int DoWork = 3;
    public const int AskHeld = 4;
    public const int CopyOpen = 5;
    public const int AskAwaiting = 6;
    public const int LeaveHolder = 7;
    public const int Done = 8;

    public InvokeOwner Owner;

    public long Holder { get; set; }

    public int Open { get; set; }

    public bool Awaiting { get; set; }

    public int[] At { get; private init; } = new int[runs];

    public long[] Before { get; private init; } = new long[runs];

    public int[] Last { get; private init; } = new int[runs];

    public bool[] Awaits { get; private init; } = new bool[runs];

    public bool[] Opened { get; private init; } = new bool[runs];

    public bool[] Light { get; private init; } = new bool[runs];

    public int[] Closed { get; private init; } = new int[runs];

    /// <summary>The real owner's holder is part of it, found by asking.</summary>
    public string Key => string.Join(
        ',',
        [
            Holder, Open, Awaiting ? 1 : 0, Owner.IsFree ? 0 : Enumerable.Range(-1, runs + 2).First(run => Owner.IsHeldBy(run)),
            .. At, .. Before, .. Last, .. Awaits.Select(value => value ? 1 : 0), .. Opened.Select(value => value ? 1 : 0), .. Light.Select(value => value ? 1 : 0), .. Closed,
        ]);

    /// <summary>A run begins when the one before has given the mailbox free, which is before it leaves.</summary>
    public bool MayStep(int run) => At[run] < Done && (run == 0 || At[run] > ReadHolder || At[run - 1] > DoWork);

    public InvokeOwnerState Clone() => new(runs)
    {
        Owner = Owner,
        Holder = Holder,
        Open = Open,
        Awaiting = Awaiting,
        At = [.. At],
        Before = [.. Before],
        Last = [.. Last],
        Awaits = [.. Awaits],
        Opened = [.. Opened],
        Light = [.. Light],
        Closed = [.. Closed],
    };
}
