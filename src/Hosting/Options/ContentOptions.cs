namespace AkkaInstrumentation;

/// <summary>What a message says, as the attribute <c>akka.message.content</c> of its span.</summary>
public sealed class ContentOptions
{
    /// <summary>
    /// True: recorded spans have the message's text, as it was when the handler got it. Messages may hold what nobody should see in
    /// a trace. HOCON: <c>akka.instrumentation.tracing.content.enabled</c>. Default: false.
    /// </summary>
    public bool? Enabled { get; set; }

    /// <summary>
    /// Characters at most, 1 to 1,000,000; the rest is cut off. HOCON: <c>akka.instrumentation.tracing.content.max-length</c>.
    /// Default: 1024.
    /// </summary>
    public int? MaxLength { get; set; }

    /// <summary>
    /// Gives the text of a message, without Akka's own wrapper around it, in the place of its <c>ToString</c>; null for none. Called
    /// on the thread that runs the actor, for recorded spans only. If it throws, the span has no text, which is reported once. That
    /// of a later call replaces that of an earlier one. Only in code. Default: null.
    /// </summary>
    public Func<object, string?>? Redactor { get; set; }
}
