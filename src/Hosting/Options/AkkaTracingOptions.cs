namespace AkkaInstrumentation;

/// <summary>Settings of the spans.</summary>
public sealed class AkkaTracingOptions
{
    /// <summary>
    /// False: no span is ever started, even if a provider collects the source. HOCON: <c>akka.instrumentation.tracing.enabled</c>. Default: true.
    /// </summary>
    public bool? Enabled { get; set; }

    /// <summary>
    /// Name of a message's span, with the placeholders <c>{actor}</c> and <c>{message}</c> for the names of the two types.
    /// HOCON: <c>akka.instrumentation.tracing.span-name</c>. Default: {actor}/{message}.
    /// </summary>
    public string? SpanName { get; set; }

    /// <summary>Which of the messages that begin a trace get a span. HOCON: <c>akka.instrumentation.tracing.sampling</c>.</summary>
    public AkkaSamplingOptions Sampling { get; } = new();

    /// <summary>
    /// Maximum number of spans of one trace in an actor system, from 1 to 1,000,000. A message beyond this number begins a new trace, which has a
    /// link to the old one and is sampled like any new trace. HOCON: <c>akka.instrumentation.tracing.max-spans-per-trace</c>. Default: 10000.
    /// </summary>
    public int? MaxSpansPerTrace { get; set; }

    /// <summary>
    /// Retroactive spans of messages that were not sampled but failed or were slow. HOCON: <c>akka.instrumentation.tracing.retroactive</c>.
    /// </summary>
    public AkkaRetroactiveSpanOptions Retroactive { get; } = new();

    /// <summary>
    /// The whole trace of a message that was not sampled but failed, was slow, or asked in vain. Each unsampled message then leaves a record in
    /// memory for a while. HOCON: <c>akka.instrumentation.tracing.keep</c>. Default: off.
    /// </summary>
    public AkkaKeptTraces? Keep { get; set; }

    /// <summary>
    /// Memory for these records in the process, in megabytes, from 1 to 1024; each message needs 80 bytes. HOCON:
    /// <c>akka.instrumentation.tracing.keep-megabytes</c>. Default: 16.
    /// </summary>
    public int? KeepMegabytes { get; set; }

    /// <summary>
    /// How long a trace may go on between the end of one of its messages and the failure of another, from 1000 ms to 1 h. HOCON:
    /// <c>akka.instrumentation.tracing.keep-for</c>. Default: 30s.
    /// </summary>
    public TimeSpan? KeepFor { get; set; }

    /// <summary>
    /// Decides from a message's content whether the message gets a span. It is called after the rules and can be set only in code. The filter of a
    /// later call replaces that of an earlier one. Default: null.
    /// </summary>
    public AkkaMessageFilter? Filter { get; set; }

    /// <summary>The content of the message, in its span. HOCON: <c>akka.instrumentation.tracing.content</c>.</summary>
    public AkkaContentOptions Content { get; } = new();

    /// <summary>The thrown exception, as an event of a failed message's span. HOCON: <c>akka.instrumentation.tracing.exceptions</c>.</summary>
    public AkkaExceptionOptions Exceptions { get; } = new();

    /// <summary>
    /// True: spans of messages also have the attributes of OpenTelemetry's messaging conventions, <c>messaging.*</c>, and there are the conventions'
    /// metrics and their log event.
    /// HOCON: <c>akka.instrumentation.tracing.messaging-attributes</c>. Default: false.
    /// </summary>
    public bool? MessagingAttributes { get; set; }

    /// <summary>
    /// The kind of a message's span whose parent is in the same process. HOCON: <c>akka.instrumentation.tracing.local-span-kind</c>. Default:
    /// internal.
    /// </summary>
    public AkkaLocalSpanKind? LocalSpanKind { get; set; }

    /// <summary>
    /// True: an <c>Ask</c> in a recorded trace has a span <c>ask {message}</c> from the request to the answer. An <c>Ask</c> that times
    /// out in an unsampled trace gets such a span afterwards. HOCON: <c>akka.instrumentation.tracing.ask-spans</c>. Default: true.
    /// </summary>
    public bool? AskSpans { get; set; }

    /// <summary>
    /// True: a recorded message that leaves the node has a span of the kind Producer, with the package <c>AkkaInstrumentation.Remote</c>. Service
    /// maps draw their edges between it and the message's span at the other node. HOCON: <c>akka.instrumentation.tracing.send-spans</c>. Default:
    /// true.
    /// </summary>
    public bool? SendSpans { get; set; }

    /// <summary>
    /// Which nodes get the context of a message, with the package <c>AkkaInstrumentation.Remote</c>. HOCON:
    /// <c>akka.instrumentation.tracing.remote</c>. Default: negotiated.
    /// </summary>
    public AkkaRemoteTracing? Remote { get; set; }

    /// <summary>
    /// Adds data to each recorded span when the span starts. It can be set only in code. The enricher of a later call replaces that of an earlier
    /// one. Default: null.
    /// </summary>
    public AkkaSpanEnricher? Enrich { get; set; }

    internal SpanCallbacks Callbacks => new(Content.Redactor, Enrich, Filter);
}

/// <summary>
/// Head sampling for messages that begin a trace. The decision is made before an activity exists, so a message that is not sampled costs nearly
/// nothing. A sampler of the OpenTelemetry SDK that is set in code still decides about sampled messages. Messages inside a trace follow their parent.
/// </summary>
public sealed class AkkaSamplingOptions
{
    /// <summary>
    /// The share of new traces that is sampled, from 0 to 1; 1: every one. Without a ratio and a budget, all new traces are sampled up to 1,000 per
    /// second; above that, a random share of them. HOCON: <c>akka.instrumentation.tracing.sampling.ratio</c>. Default: adaptive.
    /// </summary>
    public double? Ratio { get; set; }

    /// <summary>
    /// Maximum number of spans per second, from 0.1 to 1,000,000. It is shared so that rare pairs of actor type and message type appear beside busy
    /// ones. <see cref="double.PositiveInfinity"/>: no limit. HOCON: <c>akka.instrumentation.tracing.sampling.budget</c>. Default: off.
    /// </summary>
    public double? Budget { get; set; }

    /// <summary>
    /// Which messages that would have begun a trace but were not sampled have a current activity with a new trace id, for logs and outgoing requests.
    /// A message inside a trace that another program did not sample always has an activity with that trace's id. HOCON:
    /// <c>akka.instrumentation.tracing.sampling.unsampled-trace-ids</c>. Default: when-used.
    /// </summary>
    public AkkaUnsampledTraceIds? UnsampledTraceIds { get; set; }
}

/// <summary>
/// Which messages that were not sampled get a span when they have ended. Such a span has its own trace, true times and <c>akka.sampling.reason</c>.
/// Rules must allow the message to begin a trace.
/// </summary>
public sealed class AkkaRetroactiveSpanOptions
{
    /// <summary>
    /// Messages whose handler threw, and actors that failed to start or restart. HOCON: <c>akka.instrumentation.tracing.retroactive.errors</c>.
    /// Default: true.
    /// </summary>
    public bool? Errors { get; set; }

    /// <summary>
    /// Messages that waited longer than this, from 10 ms to 1 h; <see cref="Timeout.InfiniteTimeSpan"/>: none. If it is set, each message is timed
    /// when it is sent. HOCON: <c>akka.instrumentation.tracing.retroactive.slow-wait</c>. Default: off.
    /// </summary>
    public TimeSpan? SlowWait { get; set; }

    /// <summary>
    /// Messages whose handler took longer than this, from 10 ms to 1 h, with an accuracy of about 10 ms; <see cref="Timeout.InfiniteTimeSpan"/>:
    /// none. HOCON: <c>akka.instrumentation.tracing.retroactive.slow-work</c>. Default: off.
    /// </summary>
    public TimeSpan? SlowWork { get; set; }

    /// <summary>
    /// Maximum number of such spans per second, from 1 to 10,000. HOCON: <c>akka.instrumentation.tracing.retroactive.limit</c>. Default: 100.
    /// </summary>
    public int? Limit { get; set; }
}

/// <summary>Settings for the content of a message, which is the attribute <c>akka.message.content</c> of its span.</summary>
public sealed class AkkaContentOptions
{
    /// <summary>
    /// True: recorded spans contain the message's text, as it was when the handler got the message. Messages may contain confidential data.
    /// HOCON: <c>akka.instrumentation.tracing.content.enabled</c>. Default: false.
    /// </summary>
    public bool? Enabled { get; set; }

    /// <summary>
    /// Maximum number of characters, from 1 to 1,000,000. The rest is cut off. HOCON: <c>akka.instrumentation.tracing.content.max-length</c>.
    /// Default: 1024.
    /// </summary>
    public int? MaxLength { get; set; }

    /// <summary>
    /// Returns the text of a message instead of its <c>ToString</c>; null for no text. It gets the message without Akka's own wrapper. Called on
    /// the thread that runs the actor, for recorded spans only. If it throws, the span has no text, and the error is counted, and logged once.
    /// The function of a later call replaces that of an earlier one. Only in code. Default: null.
    /// </summary>
    public Func<object, string?>? Redactor { get; set; }
}

/// <summary>
/// Settings for the exception in the span of a failed message. Akka logs the exception in the message's trace, and OpenTelemetry recommends such a
/// log record.
/// </summary>
public sealed class AkkaExceptionOptions
{
    /// <summary>
    /// True: recorded spans of failed messages, and of actors that failed to start or restart, also have the event <c>exception</c> with type,
    /// message and stack trace, and the event with the actor's last messages. OpenTelemetry deprecates events of spans. These texts may contain
    /// confidential data, and no redactor is called for them. The value <c>logs/dup</c> of the standard variable
    /// <c>OTEL_SEMCONV_EXCEPTION_SIGNAL_OPT_IN</c> also turns it on. HOCON: <c>akka.instrumentation.tracing.exceptions.span-events</c>. Default:
    /// false.
    /// </summary>
    public bool? SpanEvents { get; set; }

    /// <summary>
    /// Maximum number of characters of the message, also in the status of a failed span, and of the stack trace, from 1 to 1,000,000. The rest is cut
    /// off. HOCON: <c>akka.instrumentation.tracing.exceptions.max-length</c>. Default: 8192.
    /// </summary>
    public int? MaxLength { get; set; }
}
