namespace AkkaInstrumentation;

/// <summary>The latest changes of settings that were made on this dashboard, so that each can be undone. Any thread.</summary>
/// <param name="time">The clock; null for the system's.</param>
internal sealed class MadeChanges(TimeProvider? time = null)
{
    public const int MaxKept = 20;

    // Held for a moment, and never while a setting changes.
    private readonly object _lock = new();
    private readonly List<MadeChange> _latest = [];
    private readonly TimeProvider _time = time ?? TimeProvider.System;
    private int _count;

    /// <summary>The latest first.</summary>
    public IReadOnlyList<MadeChange> Latest
    {
        get
        {
            lock (_lock)
            {
                return [.. _latest];
            }
        }
    }

    public void Add(string who, string what, string key = "", string value = "", string before = "", RunningChange? running = null)
    {
        lock (_lock)
        {
            _latest.Insert(0, new MadeChange(++_count, _time, who, what) { Key = key, Value = value, Before = before, Running = running });
            _latest.RemoveRange(Math.Min(MaxKept, _latest.Count), Math.Max(0, _latest.Count - MaxKept));
        }
    }
}

/// <summary>A change that ends by itself: messages are recorded, or an actor has a log level of its own.</summary>
/// <param name="Begun">What has begun, in words.</param>
/// <param name="Ended">The words for its end.</param>
/// <param name="Lasts">How long it lasts.</param>
/// <param name="Running">Dispose of it to end it.</param>
internal sealed record RunningChange(string Begun, string Ended, TimeSpan Lasts, IDisposable Running);

/// <summary>One change: of a setting, or the start of one that ends by itself.</summary>
internal sealed record MadeChange(int Id, TimeProvider Time, string Who, string What)
{
    /// <summary>How long a full trace, or a log level of an actor, that was started here lasts.</summary>
    public static readonly TimeSpan Lasts = TimeSpan.FromMinutes(5);

    // The wall clock may be set meanwhile. This timestamp only grows.
    private readonly long _begun = Time.GetTimestamp();
    private int _isUndone;

    /// <summary>When it was made, UTC.</summary>
    public DateTime At { get; } = Time.GetUtcNow().UtcDateTime;

    /// <summary>Key of the setting; empty for what ends by itself.</summary>
    public string Key { get; init; } = "";

    public string Value { get; init; } = "";

    public string Before { get; init; } = "";

    public RunningChange? Running { get; init; }

    /// <summary>The same change on the other nodes; null where it was made on this one only. Set once, before anybody knows it.</summary>
    public AskedChange? OnNodes { get; set; }

    /// <summary>Whether the value is still in force, or what was started still goes on.</summary>
    public bool CanUndo(AkkaEffectiveConfiguration now) => Volatile.Read(ref _isUndone) == 0 && (Running is not null
        ? Time.GetElapsedTime(_begun) < Running.Lasts
        : Key.Length > 0 && now[Key].Value == Value && Value != Before);

    /// <summary>Marks the change as undone. If several viewers undo it at once, this returns true for one of them.</summary>
    public bool TryUndo(AkkaEffectiveConfiguration now) => CanUndo(now) && Interlocked.Exchange(ref _isUndone, 1) == 0;
}
