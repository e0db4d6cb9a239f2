namespace AkkaInstrumentation;

/// <summary>
/// Who wrote an actor. It decides whether and how the actor is instrumented. HOCON: <c>kind</c> in a rule of <c>akka.instrumentation.rules</c>.
/// </summary>
public enum AkkaActorKind
{
    /// <summary>An actor of the application. The default below <c>/user</c>. HOCON: <c>user</c>.</summary>
    User,

    /// <summary>
    /// An actor that handles the application's messages on their way: a region, a journal, a proxy. It has no spans of its own. Traces pass through it,
    /// and its metrics have <c>akka.actor.category</c>. With <c>system-actors = on</c> it has spans. The actors of Akka.Streams neither have spans nor
    /// pass traces on. HOCON: <c>infrastructure</c>.
    /// </summary>
    Infrastructure,

    /// <summary>
    /// An actor that the application's messages do not reach. The default outside of <c>/user</c>. It is instrumented only with
    /// <c>system-actors = on</c>. HOCON: <c>system</c>.
    /// </summary>
    System,
}
