namespace AkkaInstrumentation;

/// <summary>The kind of a message's span whose parent is in the same process. Other messages, from another node or without a parent, have the kind Consumer.</summary>
public enum AkkaLocalSpanKind
{
    /// <summary>Work inside of what came to the process: backends that count requests count it once.</summary>
    Internal,

    /// <summary>As OpenTelemetry's messaging conventions say: each message is a request of its own.</summary>
    Consumer,
}
