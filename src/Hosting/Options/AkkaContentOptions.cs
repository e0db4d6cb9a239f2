namespace AkkaInstrumentation;

/// <summary>The content of a message, as the attribute <c>akka.message.content</c> of its span.</summary>
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
    /// Returns the text of a message instead of its <c>ToString</c>; null for no text. It gets the message without Akka's own wrapper. Called on the
    /// thread that runs the actor, for recorded spans only. If it throws, the span has no text, and the error is reported once. The function of a
    /// later call replaces that of an earlier one. Only in code. Default: null.
    /// </summary>
    public Func<object, string?>? Redactor { get; set; }
}
