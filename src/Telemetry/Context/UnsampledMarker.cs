using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// What flows through a handler of <see cref="NonRecordingContext.Nameless"/>: a trace that passes through, and no activity. Nobody can write to it, and
/// making it current allocates nothing. One for each actor type, for all its messages and threads.
/// <para>
/// Where nothing is current, a library's span would begin a trace. So the first activity that starts there shows that the actors of this type need one:
/// from then on each of their unsampled messages has an id and an activity of its own.
/// </para>
/// </summary>
internal sealed class UnsampledMarker : PassThroughContext
{
    private volatile bool _isInsufficient;

    static UnsampledMarker() => Activity.CurrentChanged += Changed;

    public UnsampledMarker()
        : base(NonRecordingContext.Nameless) => Begin(HandlerContext.Empty);

    /// <summary>Whether a handler, or work that it has started, began an activity. Read for every message.</summary>
    public bool IsInsufficient => _isInsufficient;

    // Called for each start and end of an activity, and each assignment, on its thread. Spans of messages begin where nothing flows.
    private static void Changed(object? sender, ActivityChangedEventArgs change)
    {
        if (change is { Previous: null, Current: { Parent: null } started }
            && Current is UnsampledMarker { _isInsufficient: false } marker
            && !ReferenceEquals(started.Source, AkkaTelemetry.Source))
        {
            marker._isInsufficient = true;
        }
    }
}
