namespace AkkaInstrumentation;

/// <summary>The kind of lost messages: those that reached no actor, were not handled or were refused, with the reason and the type names of the
/// metrics.</summary>
internal sealed record LostKind(string How, string Receiver, string Sender, string Message, string Reason);
