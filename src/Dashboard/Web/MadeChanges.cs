namespace AkkaInstrumentation;

/// <summary>The latest changes of settings that were made on this dashboard, so that each can be taken back. Any thread.</summary>
internal sealed class MadeChanges
{
    public const int MaxKept = 20;

    // Held for a moment, and never while a setting changes.
    private readonly object _lock = new();
    private readonly List<MadeChange> _latest = [];
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

    public void Add(string who, string what, string key = "", string value = "", string before = "", (string Path, IDisposable Running)? trace = null)
    {
        lock (_lock)
        {
            _latest.Insert(0, new MadeChange(++_count, DateTime.UtcNow, who, what) { Key = key, Value = value, Before = before, Trace = trace });
            _latest.RemoveRange(Math.Min(MaxKept, _latest.Count), Math.Max(0, _latest.Count - MaxKept));
        }
    }
}

/// <summary>One change: of a setting, or the start of a full trace.</summary>
internal sealed record MadeChange(int Id, DateTime At, string Who, string What)
{
    private volatile bool _isUndone;

    /// <summary>Key of the setting; empty for a full trace.</summary>
    public string Key { get; init; } = "";

    public string Value { get; init; } = "";

    public string Before { get; init; } = "";

    public (string Path, IDisposable Running)? Trace { get; init; }

    /// <summary>Whether the full trace was ended.</summary>
    public bool IsUndone { get => _isUndone; set => _isUndone = value; }

    /// <summary>Whether the value is still in force, or the full trace still runs.</summary>
    public bool CanUndo(AkkaEffectiveConfiguration now) => Trace is not null
        ? !IsUndone && DateTime.UtcNow - At < SettingsChange.FullTraceTime
        : Key.Length > 0 && now[Key].Value == Value && Value != Before;
}
