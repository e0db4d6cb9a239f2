namespace AkkaInstrumentation;

/// <summary>Names that stand for no single type. An underscore first: no convention of .NET begins a type's name so.</summary>
internal static class FoldedNames
{
    /// <summary>Types beyond the cap of their dimension.</summary>
    public const string Other = "_other";

    /// <summary>Exceptions beyond the cap, or that are not known: the value that the OpenTelemetry conventions reserve for <c>error.type</c>.</summary>
    public const string OtherError = "_OTHER";

    /// <summary>Messages that wrap another one (<see cref="Akka.Actor.IWrappedMessage"/>) and do not give it.</summary>
    public const string Wrapper = "_wrapper";

    /// <summary>A message that was sent without a sender.</summary>
    public const string None = "_none";

    /// <summary>An actor of another process.</summary>
    public const string Remote = "_remote";

    /// <summary>A reference under <c>/temp</c>: who waits for the answer to an <c>Ask</c>.</summary>
    public const string Ask = "_ask";

    /// <summary>The path of all references under <c>/temp</c>: each has another one, and lives for one answer.</summary>
    public const string AskPath = "/temp/_ask";

    /// <summary>Nothing tells the actor's type: there is none at that path, or it stopped before anybody listened.</summary>
    public const string Unknown = "_unknown";
}
