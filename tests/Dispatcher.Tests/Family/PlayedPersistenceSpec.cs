using System.Diagnostics;
using Akka.Actor;
using Akka.Persistence;

namespace AkkaInstrumentation.Tests.Family;

/// <summary>The protocol between a persistent actor and its journal, played by actors with the names of the real ones.</summary>
public sealed class PlayedPersistenceSpec
{
    private const string Rules = "akka.instrumentation.rules.journals { actor = PlayedJournal, kind = infrastructure }";

    [Fact]
    public async Task Command_handler_and_what_it_sends_are_one_trace()
    {
        await using var system = Systems.Instrumented(Rules);
        using var spans = SpanRecorder.WithRoot(out var root);
        var actor = TwoCommands.Played(system, system.ActorOf(PlayedJournal.Props(1), "journal"), asked: null, "a");
        actor.Tell("command", ActorRefs.NoSender);

        // a handler's span may stop after that of what it sent
        await Eventually.True(() => spans.Stopped.Any(span => "/user/notified-a".Equals(span.GetTagItem(AkkaSpanAttributes.ActorPath)))
            && spans.Stopped.Any(span => span.GetTagItem(AkkaSpanAttributes.PersistenceAnswer) is not null));
        var command = Assert.Single(spans.Stopped, span => span.ParentSpanId == root.SpanId);
        var handler = Assert.Single(spans.Stopped, span => "WriteMessageSuccess".Equals(span.GetTagItem(AkkaSpanAttributes.PersistenceAnswer)));
        Assert.Equal((command.SpanId, "Written"), (handler.ParentSpanId, handler.GetTagItem(AkkaSpanAttributes.MessageType)));
        Assert.Single(spans.Stopped, span => span.ParentSpanId == handler.SpanId);
        Assert.DoesNotContain(spans.Started, span => "/user/journal".Equals(span.GetTagItem(AkkaSpanAttributes.ActorPath)));
    }

    [Theory]
    [InlineData("")]
    [InlineData("akka.instrumentation.system-actors = on")]
    public async Task A_journal_that_answers_several_requests_in_one_handler_swaps_no_trace(string hocon)
    {
        await using var system = Systems.Instrumented($"{Rules}\n{hocon}");
        await TwoCommands.KeepTheirTraces(system);
    }

    [Fact]
    public async Task A_recovery_is_in_no_trace_even_if_its_permit_was_sent_in_one()
    {
        // the real ones are in an assembly of Akka's, whose messages begin no traces
        await using var system = Systems.Instrumented("akka.instrumentation.rules.played { message = \"Akka.Persistence.*\", trace = only-in-trace }");
        using var all = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf(PlayedActor.Props(ActorRefs.Nobody, system.ActorOf((_, _) => { }, name)), $"{name}-recovers");
        using var spans = SpanRecorder.WithRoot(out var root);
        foreach (var message in new object[] { new RecoveryPermitGranted(), new LoadSnapshotResult(), new ReplayedMessage(), new ReplayedMessage(), new RecoverySuccess() })
        {
            actor.Tell(message, ActorRefs.NoSender);
        }

        // what it tells when it has recovered
        var told = Assert.Single(await all.WaitForStopped(1));
        Assert.Equal((default, $"/user/{name}"), (told.ParentSpanId, told.GetTagItem(AkkaSpanAttributes.ActorPath)));
        Assert.NotEqual(root.TraceId, told.TraceId);
        Assert.DoesNotContain(spans.Started, span => span.Kind == ActivityKind.Consumer);
    }
}
