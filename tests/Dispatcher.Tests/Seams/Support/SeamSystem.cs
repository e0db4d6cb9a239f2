using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation.Tests;

/// <summary>A plain Akka system whose default mailbox records and whose dispatchers have hooks.</summary>
internal static class SeamSystem
{
    /// <summary>Runs <c>throughput + 1</c> messages at most, then gives the thread free.</summary>
    public const int Throughput = 4;

    public static TestSystem Create(string hocon = "") => Systems.Plain(
        $$"""
        {{hocon}}
        akka.actor {
          default-mailbox.mailbox-type = "{{RecordingMailbox.TypeName}}"
          default-dispatcher { type = "{{SeamDispatcherConfigurator.TypeName}}", throughput = {{Throughput}} }
          internal-dispatcher { type = "{{SeamDispatcherConfigurator.TypeName}}" }
        }
        """);

    public static SeamDispatcher Dispatcher(this TestSystem system) => system.Dispatcher("akka.actor.default-dispatcher");

    public static SeamDispatcher InternalDispatcher(this TestSystem system) => system.Dispatcher("akka.actor.internal-dispatcher");

    public static ActorCell Cell(this IActorRef actor) => (ActorCell)((ActorRefWithCell)actor).Underlying;

    /// <summary>Notes in every queue where a run begins and has returned.</summary>
    public static void NoteRuns(this SeamDispatcher dispatcher, Action<IRunnable>? given = null) => dispatcher.Around = run =>
    {
        given?.Invoke(run);
        return run is Mailbox { MessageQueue: RecordingQueue queue }
            ? new NotedRun(run, () => queue.Record("run"), () => queue.Record("returned"))
            : run;
    };

    /// <summary>Waits until the actor has started and is at rest. Needs <see cref="NoteRuns"/> before the actor is made.</summary>
    public static async Task<RecordingQueue> AtRest(this TestSystem system, IActorRef actor)
    {
        await actor.Ask<ActorIdentity>(new Identify(null), TimeSpan.FromSeconds(20));
        var queue = RecordingMailbox.Of(system, actor);
        await Eventually.True(() => queue.Log.Count(line => line == "run") == queue.Log.Count(line => line == "returned"));
        return queue;
    }

    private static SeamDispatcher Dispatcher(this TestSystem system, string id) =>
        (SeamDispatcher)system.System.Dispatchers.Lookup(id);
}
