using Akka.Actor;
using AkkaInstrumentation;

namespace Akka.Streams.Dsl;

/// <summary>
/// Names a place in a stream, so that metrics, page and diagnosis show what passes there: elements, failures, completions, and the time for which it
/// waits for elements or for demand. Where the actor system is not instrumented, the elements only pass.
/// <para>
/// All streams that use a name are shown together. The first 100 names of an actor system have figures of their own, and later ones share
/// <c>_other</c>: a name says what the stream does, not for whom.
/// </para>
/// </summary>
public static class AkkaStreamsInstrumentationExtensions
{
    /// <summary>Names what comes out of a source.</summary>
    /// <param name="source">The source.</param>
    /// <param name="name">The name.</param>
    public static Source<TOut, TMat> Instrumented<TOut, TMat>(this Source<TOut, TMat> source, string name)
    {
        ArgumentNullException.ThrowIfNull(source);
        return source.Via(new InstrumentedStage<TOut>(Checked(name), traces: null));
    }

    /// <summary>
    /// Names what comes out of a source of messages. An element that was sent in a trace has a span there, and the trace goes on in it. The call
    /// stands directly behind <c>Source.ActorRef</c>, and an element is an object, not a value.
    /// </summary>
    /// <param name="source">The source.</param>
    /// <param name="name">The name.</param>
    public static Source<TOut, IActorRef> Instrumented<TOut>(this Source<TOut, IActorRef> source, string name)
    {
        ArgumentNullException.ThrowIfNull(source);
        if (typeof(TOut).IsValueType)
        {
            return source.Instrumented<TOut, IActorRef>(name);
        }

        var traces = new ElementTraces();
        return source.MapMaterializedValue<IActorRef>(actor => actor is IInternalActorRef inner ? new TracingActorRef(inner, traces) : actor)
            .Via(new InstrumentedStage<TOut>(Checked(name), traces));
    }

    /// <summary>
    /// Names what comes out of a queue. An element that was offered in a trace has a span there, and the trace goes on in it. The call stands
    /// directly behind <c>Source.Queue</c>, and an element is an object, not a value.
    /// </summary>
    /// <param name="source">The source.</param>
    /// <param name="name">The name.</param>
    public static Source<TOut, ISourceQueueWithComplete<TOut>> Instrumented<TOut>(
        this Source<TOut, ISourceQueueWithComplete<TOut>> source, string name)
    {
        ArgumentNullException.ThrowIfNull(source);
        if (typeof(TOut).IsValueType)
        {
            return source.Instrumented<TOut, ISourceQueueWithComplete<TOut>>(name);
        }

        var traces = new ElementTraces();
        return source.MapMaterializedValue<ISourceQueueWithComplete<TOut>>(queue => new TracingQueue<TOut>(queue, traces))
            .Via(new InstrumentedStage<TOut>(Checked(name), traces));
    }

    /// <summary>Names what comes out of a flow.</summary>
    /// <param name="flow">The flow.</param>
    /// <param name="name">The name.</param>
    public static Flow<TIn, TOut, TMat> Instrumented<TIn, TOut, TMat>(this Flow<TIn, TOut, TMat> flow, string name)
    {
        ArgumentNullException.ThrowIfNull(flow);
        return flow.Via(new InstrumentedStage<TOut>(Checked(name), traces: null));
    }

    /// <summary>Names what goes into a sink.</summary>
    /// <param name="sink">The sink.</param>
    /// <param name="name">The name.</param>
    public static Sink<TIn, TMat> Instrumented<TIn, TMat>(this Sink<TIn, TMat> sink, string name)
    {
        ArgumentNullException.ThrowIfNull(sink);
        return Flow.Create<TIn>().Via(new InstrumentedStage<TIn>(Checked(name), traces: null)).ToMaterialized(sink, Keep.Right);
    }

    private static string Checked(string name)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(name);
        return name;
    }
}
