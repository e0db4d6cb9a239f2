using Akka.Configuration;

namespace AkkaInstrumentation.Tests.Diagnosis;

/// <summary>A priority mailbox in which messages of one type never have their turn: they are old, and have a name.</summary>
public sealed class StarvedMessagesSpec
{
    private static readonly string Mailboxes =
        $$"""
        wrapped { mailbox-type = "AkkaInstrumentation.WrappingInstrumentedMailbox, AkkaInstrumentation.Mailbox", inner = "{{NameOf<UrgentFirst>()}}" }
        instrumented { mailbox-type = "{{NameOf<InstrumentedUrgentFirst>()}}" }
        """;

    private static readonly AkkaHealthCheckOptions Options = new() { DegradedMessageAge = TimeSpan.FromMilliseconds(100) };

    [Theory]
    [InlineData("wrapped")]
    [InlineData("instrumented")]
    public async Task The_diagnosis_names_the_type_that_starves_and_the_metric_has_its_age(string mailbox)
    {
        await using var system = Systems.Instrumented(Mailboxes).Measured(out var metrics);
        using var hold = new Hold();
        var actor = system.System.ActorOf(Handler.Props((context, message) =>
        {
            if (message is Urgent)
            {
                Thread.Sleep(1);
                context.Self.Tell(message);
            }
        }).WithMailbox(mailbox), "desk");
        await hold.EnterAt(actor);
        for (var i = 0; i < 5; i++)
        {
            actor.Tell(new Patient(), ActorRefs.NoSender);
        }

        actor.Tell(new Urgent(), ActorRefs.NoSender);
        actor.Tell(new Urgent(), ActorRefs.NoSender);
        hold.Release();

        await Eventually.Passes(() =>
        {
            var now = Stopwatch.GetTimestamp();
            var cause = AkkaDiagnosis.Read(system.Extension, SystemFindings.Read(system.Extension, Options, now), now).Causes[0];
            Assert.Equal((AkkaCauseKinds.StarvedMessages, "Handler", "/user/desk", AkkaCertainty.Certain),
                (cause.Kind, cause.ActorType, cause.Subject, cause.Certainty));
            Assert.Equal("StarvedMessagesSpec.Patient starves in the priority mailbox of Handler: others come first.", cause.Description);
            Assert.True(metrics.Poll().Single(one => one.Name == AkkaMetricNames.MailboxOldestAge).Value >= 1);
        });
    }

    /// <summary>Of more than are noted the oldest stay, and what is taken is forgotten.</summary>
    [Fact]
    public void The_times_that_are_kept_are_limited_and_those_of_the_oldest()
    {
        var times = new WaitingTimes();
        var all = Enumerable.Range(1, 3 * WaitingTimes.MaxKept)
            .Select(at => new StampedEnvelope("message", ActorRefs.Nobody, new WeightedTimestamp(at, SamplingRandom.Always))).ToList();
        all.ForEach(envelope => times.Add(envelope));
        Assert.Equal((1, typeof(string)), times.Oldest);

        all.Take(WaitingTimes.MaxKept - 1).ToList().ForEach(envelope => times.Remove(envelope));
        Assert.Equal(WaitingTimes.MaxKept, times.Oldest.At);
        all.ForEach(envelope => times.Remove(envelope));
        Assert.Equal(default, times.Oldest);
    }

    private static string NameOf<T>() => $"{typeof(T).FullName}, {typeof(T).Assembly.GetName().Name}";

    private static int RankOf(object message) => message is Urgent ? 0 : 1;

    public sealed class UrgentFirst(Settings settings, Config config) : Akka.Dispatch.UnboundedPriorityMailbox(settings, config)
    {
        protected override int PriorityGenerator(object message) => RankOf(message);
    }

    public sealed class InstrumentedUrgentFirst(Settings settings, Config config) : UnboundedPriorityInstrumentedMailbox(settings, config)
    {
        protected override int PriorityGenerator(object message) => RankOf(message);
    }

    private sealed record Patient;

    private sealed record Urgent;
}
