using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Gives a few traces a second to the <see cref="TraceStore"/>, as long as it exists. If there is another listener to the spans, such as an exporter,
/// it samples nothing: it takes some of the traces that are recorded anyway, so an open page does not export more spans. If there is no other
/// listener, it samples those few traces itself. It checks that once a second. Any thread.
/// </summary>
internal sealed class SpanListener : IDisposable
{
    /// <summary>The source of ASP.NET Core's requests, with which many traces begin.</summary>
    private const string Requests = "Microsoft.AspNetCore";

    // A source that gets the same listeners as the library's source, except those of dashboards, because listeners cannot distinguish the two. No
    // span ever comes from it.
    private static readonly ActivitySource? Others = SourceOfOthers();

    private readonly ActivityListener _listener;
    private readonly string _system;
    private readonly TraceStore _store;
    private readonly TracePicker _picker = new();
    private int _roots;

    // Written once a second. A trace that begins meanwhile is recorded by both or by none.
    private volatile bool _samples = !OthersListen;
    private volatile bool _beginElsewhere;

    /// <param name="system">Name of the actor system.</param>
    /// <param name="store">The store that keeps the traces.</param>
    public SpanListener(string system, TraceStore store)
    {
        _system = system;
        _store = store;
        _listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name is AkkaTelemetry.SourceName or Requests && source != Others,
            Sample = Sample,
            ActivityStarted = Started,
            ActivityStopped = Stopped,
        };
        ActivitySource.AddActivityListener(_listener);
    }

    /// <summary>Whether it samples by itself, because there is no other listener.</summary>
    public bool Samples => _samples;

    /// <summary>A second has passed.</summary>
    public void Renew()
    {
        _samples = !OthersListen;
        _picker.Renew();
        _beginElsewhere = Interlocked.Exchange(ref _roots, 0) == 0;
    }

    /// <summary>Ignores the current trace, because it is about the dashboard itself.</summary>
    public void Ignore(Activity? request)
    {
        if (request is not null && _store.Drop(request.TraceId))
        {
            _picker.GiveBack();
        }
    }

    public void Dispose() => _listener.Dispose();

    private static bool OthersListen => Others?.HasListeners() == true;

    // .NET creates the id of a new trace when it is read, so it is read only for traces that are taken.
    private ActivitySamplingResult Sample(ref ActivityCreationOptions<ActivityContext> span)
    {
        if (!Samples)
        {
            return ActivitySamplingResult.None;
        }

        // A root may already have the id of its trace.
        var isRoot = span.Parent.SpanId == default || span.Parent.IsRemote;
        if (span.Parent != default && IsTaken(span.Parent.TraceId))
        {
            _picker.Find(span.Name).Kept(Stopwatch.GetTimestamp());
        }
        else if (MayTake(span.Name, isRoot, span.Parent.TraceId) is { } name)
        {
            _store.Take(span.TraceId, isRoot, name.Text);
        }
        else if (span.Source.Name == Requests || !_picker.TryFollow(Stopwatch.GetTimestamp()))
        {
            return ActivitySamplingResult.None;
        }

        return IsRecordedAnyway(span) ? ActivitySamplingResult.AllDataAndRecorded : ActivitySamplingResult.AllData;
    }

    // Services that a handler calls read the flag, and may record because of it. So a span of the page has the flag only if its parent has it: the
    // caller of a request, or the span in which it was started. A message that leaves the node has the flag, because the page of the other node looks
    // for it; there, the flag ends with the receiver's span.
    private static bool IsRecordedAnyway(in ActivityCreationOptions<ActivityContext> span) =>
        span.Kind == ActivityKind.Producer
        || (span.Parent.TraceFlags.HasFlag(ActivityTraceFlags.Recorded) && span.Parent.SpanId != default
            && (span.Source.Name == Requests || !span.Parent.IsRemote));

    private void Started(Activity span)
    {
        // Traces that it samples itself are already taken.
        var isRoot = span.ParentSpanId == default || span.HasRemoteParent;
        if (Samples || !span.Recorded || !IsOfSystem(span))
        {
            return;
        }

        if (IsTaken(span.TraceId))
        {
            _picker.Find(span.OperationName).Kept(Stopwatch.GetTimestamp());
        }
        else if (MayTake(span.OperationName, isRoot, span.TraceId) is { } name)
        {
            _store.Take(span.TraceId, isRoot, name.Text);
        }
    }

    private bool IsTaken(ActivityTraceId trace)
    {
        if (_store.Find(trace) is not { IsLoose: true } loose)
        {
            return _store.Find(trace) is not null;
        }

        loose.IsLoose = !_picker.TryBegin(_picker.Find(loose.Owner), Stopwatch.GetTimestamp());
        return !loose.IsLoose || !_store.Drop(trace);
    }

    // A trace is taken when it begins, so that it is complete. A trace that begins with a source without this listener is taken at any span, but only
    // while no trace begins with one of our sources, or if that span is rare. Returns null if the trace is not taken.
    private TracePicker.SpanName? MayTake(string name, bool isRoot, ActivityTraceId id)
    {
        if (isRoot)
        {
            Volatile.Write(ref _roots, 1);
        }

        var (found, now) = (_picker.Find(name), Stopwatch.GetTimestamp());
        var isRare = !isRoot && found.IsRare(now);
        if ((!isRoot && !_beginElsewhere && !isRare) || !(id == default || isRare ? _picker.TryBegin(found, now) : _picker.TryBegin(found, id, now)))
        {
            return null;
        }

        found.Kept(now);
        return found;
    }

    private void Stopped(Activity span)
    {
        var isRequest = span.Source.Name == Requests;
        if ((span.Recorded || span.IsAllDataRequested) && IsOfSystem(span))
        {
            if (span.Status == ActivityStatusCode.Error && !isRequest && _store.Find(span.TraceId) is null
                && _picker.Find(span.OperationName) is var name && _picker.TryFail(name, Stopwatch.GetTimestamp()))
            {
                _store.Take(span.TraceId, isWhole: false, name.Text);
            }

            _store.Add(span);
        }

        if (isRequest && _store.Find(span.TraceId) is { HasActors: false, IsLoose: false } trace)
        {
            // No actor took part in the request, for example a health probe, or the request was answered before its actors work.
            trace.IsLoose = true;
            _picker.GiveBack();
        }
    }

    // A listener may throw when it is notified of a source.
    private static ActivitySource? SourceOfOthers() => TelemetryFault.GuardValue(
        TelemetryFault.Listener, AkkaTelemetry.Source, static source => new ActivitySource(source.Name, source.Version, source.Tags), null);

    private bool IsOfSystem(Activity span) =>
        span.Source.Name == Requests || span.GetTagItem(AkkaSpanAttributes.ActorSystemName) is not string name || name == _system;
}
