using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation.Tests;

/// <summary>Mailbox type of <see cref="RecordingQueue"/>s; knows all it made.</summary>
internal sealed class RecordingMailbox(Settings settings, Config config)
    : MailboxType(settings, config), IProducesMessageQueue<RecordingQueue>
{
    public const string TypeName = "AkkaInstrumentation.Tests.RecordingMailbox, Dispatcher.Tests";

    private static readonly ConcurrentDictionary<(string System, string Path), RecordingQueue> Made = new();

    public override IMessageQueue Create(IActorRef owner, ActorSystem system) =>
        Made.GetOrAdd((system.Name, owner.Path.ToStringWithoutAddress()), static (_, owner) => new RecordingQueue(owner), owner);

    public static RecordingQueue Of(TestSystem system, IActorRef actor) => Made[(system.Name, actor.Path.ToStringWithoutAddress())];

    public static bool Has(TestSystem system, IActorRef actor) => Made.ContainsKey((system.Name, actor.Path.ToStringWithoutAddress()));

    public static IReadOnlyList<string> Owners(TestSystem system) =>
        [.. Made.Keys.Where(key => key.System == system.Name).Select(key => key.Path)];
}
