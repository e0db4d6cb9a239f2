namespace AkkaInstrumentation;

/// <summary>Messages that reached nobody, were not handled or were not taken: which, and why. Type names, as metrics show them.</summary>
internal sealed record LostKind(string How, string Receiver, string Sender, string Message, string Reason);
