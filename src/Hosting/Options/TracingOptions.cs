namespace AkkaInstrumentation;

/// <summary>Settings of the spans.</summary>
public sealed class TracingOptions
{
    /// <summary>
    /// False: no span is ever started, whoever listens. HOCON: <c>akka.instrumentation.tracing.enabled</c>. Default: true.
    /// </summary>
    public bool? Enabled { get; set; }

    /// <summary>Which of the messages that begin a trace get a span. HOCON: <c>akka.instrumentation.tracing.sampling</c>.</summary>
    public SamplingOptions Sampling { get; } = new();

    /// <summary>
    /// Spans of messages that were not sampled and turned out to matter. HOCON: <c>akka.instrumentation.tracing.after-the-fact</c>.
    /// </summary>
    public AfterTheFactOptions AfterTheFact { get; } = new();

    /// <summary>
    /// Decides by a message's content whether it gets a span, after the rules; only in code. The filter of a later call replaces
    /// that of an earlier one. Default: null.
    /// </summary>
    public MessageFilter? Filter { get; set; }

    /// <summary>What the message says, in its span. HOCON: <c>akka.instrumentation.tracing.content</c>.</summary>
    public ContentOptions Content { get; } = new();

    /// <summary>
    /// What was thrown, as an event of a failed message's span. HOCON: <c>akka.instrumentation.tracing.exceptions</c>.
    /// </summary>
    public ExceptionOptions Exceptions { get; } = new();

    /// <summary>
    /// True: spans of messages have the attributes that OpenTelemetry's messaging conventions ask for, <c>messaging.*</c>, too. HOCON:
    /// <c>akka.instrumentation.tracing.messaging-attributes</c>. Default: false.
    /// </summary>
    public bool? MessagingAttributes { get; set; }

    /// <summary>
    /// Adds to each recorded span when it starts; only in code. The enricher of a later call replaces that of an earlier one.
    /// Default: null.
    /// </summary>
    public SpanEnricher? Enrich { get; set; }

    internal SpanCallbacks Callbacks => new(Content.Redactor, Enrich);
}
