namespace AkkaInstrumentation;

/// <summary>Names that represent no single type. They start with an underscore, because no .NET convention starts a type's name with one.</summary>
internal static class FoldedNames
{
    /// <summary>Types beyond the cap of their dimension.</summary>
    public const string Other = "_other";

    /// <summary>Exception types beyond the cap or unknown: the value that the OpenTelemetry conventions reserve for <c>error.type</c>.</summary>
    public const string OtherError = "_OTHER";

    /// <summary>Messages that wrap another one (<see cref="Akka.Actor.IWrappedMessage"/>) but do not return it.</summary>
    public const string Wrapper = "_wrapper";

    /// <summary>A message that was sent without a sender.</summary>
    public const string None = "_none";

    /// <summary>An actor of another process.</summary>
    public const string Remote = "_remote";

    /// <summary>A reference under <c>/temp</c>, which waits for the answer to an <c>Ask</c>.</summary>
    public const string Ask = "_ask";

    /// <summary>The common path for all references under <c>/temp</c>. Each has a different path and lives for one answer.</summary>
    public const string AskPath = "/temp/_ask";

    /// <summary>The actor's type is unknown: there is no actor at that path, or it stopped before there was a listener.</summary>
    public const string Unknown = "_unknown";
}
