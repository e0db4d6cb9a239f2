namespace AkkaInstrumentation;

/// <summary>Settings of the spans.</summary>
public sealed class AkkaTracingOptions
{
    /// <summary>
    /// False: no span is ever started, even if somebody listens. HOCON: <c>akka.instrumentation.tracing.enabled</c>. Default: true.
    /// </summary>
    public bool? Enabled { get; set; }

    /// <summary>Which of the messages that begin a trace get a span. HOCON: <c>akka.instrumentation.tracing.sampling</c>.</summary>
    public AkkaSamplingOptions Sampling { get; } = new();

    /// <summary>
    /// Retroactive spans of messages that were not sampled but failed or were slow. HOCON: <c>akka.instrumentation.tracing.retroactive</c>.
    /// </summary>
    public AkkaRetroactiveSpanOptions Retroactive { get; } = new();

    /// <summary>
    /// Decides from a message's content whether the message gets a span. It is called after the rules; only in code. The filter of a later call
    /// replaces that of an earlier one. Default: null.
    /// </summary>
    public AkkaMessageFilter? Filter { get; set; }

    /// <summary>The content of the message, in its span. HOCON: <c>akka.instrumentation.tracing.content</c>.</summary>
    public AkkaContentOptions Content { get; } = new();

    /// <summary>The thrown exception, as an event of a failed message's span. HOCON: <c>akka.instrumentation.tracing.exceptions</c>.</summary>
    public AkkaExceptionOptions Exceptions { get; } = new();

    /// <summary>
    /// True: spans of messages also have the attributes of OpenTelemetry's messaging conventions, <c>messaging.*</c>.
    /// HOCON: <c>akka.instrumentation.tracing.messaging-attributes</c>. Default: false.
    /// </summary>
    public bool? MessagingAttributes { get; set; }

    /// <summary>
    /// Which nodes get the context of a message, with the package <c>AkkaInstrumentation.Remote</c>. HOCON:
    /// <c>akka.instrumentation.tracing.remote</c>. Default: negotiated.
    /// </summary>
    public AkkaRemoteTracing? Remote { get; set; }

    /// <summary>
    /// Adds data to each recorded span when it starts; only in code. The enricher of a later call replaces that of an earlier one. Default: null.
    /// </summary>
    public AkkaSpanEnricher? Enrich { get; set; }

    internal SpanCallbacks Callbacks => new(Content.Redactor, Enrich);
}
