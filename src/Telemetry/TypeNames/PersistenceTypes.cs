namespace AkkaInstrumentation;

/// <summary>Recognises the actors of Akka.Persistence by the names of their types, because the library does not reference Akka.Persistence. Any
/// thread.</summary>
internal static class PersistenceTypes
{
    /// <summary>The namespace of Akka.Persistence.</summary>
    public const string Space = "Akka.Persistence";

    /// <summary>Whether actors of the type are persistent.</summary>
    public static bool IsPersistentActor(Type? type) => Derives(type, static type => type is { Namespace: Space, Name: "Eventsourced" });

    /// <summary>Whether persistent actors send their requests to actors of the type.</summary>
    public static bool IsJournal(Type? type) =>
        Derives(type, static type => type is { Namespace: $"{Space}.Journal", Name: "WriteJournalBase" or "PersistencePluginProxy" });

    /// <summary>Whether actors of the type are journals or snapshot stores. Their section may be anywhere in the configuration.</summary>
    public static bool IsPlugin(Type? type) =>
        IsJournal(type) || Derives(type, static type => type is { Namespace: $"{Space}.Snapshot", Name: "SnapshotStore" });

    /// <summary>Whether a type is one of these, or derives from one.</summary>
    public static bool Derives(Type? type, Predicate<Type> from)
    {
        while (type is not null && !from(type))
        {
            type = type.BaseType;
        }

        return type is not null;
    }
}
