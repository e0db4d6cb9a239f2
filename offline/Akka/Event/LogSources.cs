using Akka.Actor;

namespace Akka.Event;

internal sealed class DummyClassForStringSources;

/// <summary>What a log event says about its origin.</summary>
internal static class LogSources
{
    public static (string Source, Type Type) Describe(object source, ActorSystem? system) => source switch
    {
        IActorContext context => (context.Self.Path.ToString(), context.Props.Type),
        IActorRef actor => (actor.Path.ToString(), actor.GetType()),
        ActorSystem self => ($"ActorSystem({self.Name})", self.GetType()),
        string text => (Suffixed(text, system), typeof(DummyClassForStringSources)),
        Type type => (Suffixed(Logging.SimpleName(type), system), type),
        _ => (Suffixed(Logging.SimpleName(source), system), source.GetType()),
    };

    private static string Suffixed(string name, ActorSystem? system) => system is null ? name : $"{name} (akka://{system.Name})";
}
