namespace AkkaInstrumentation.Tests.Spans;

/// <summary>
/// A node that nobody trusts sends under names that no actor of Akka's can have. Wherever a path is shown, it fills nothing and forges no line.
/// </summary>
public sealed class ForeignPathSpec
{
    private const string Hocon =
        $$"""
        {{KeptLog.Hocon}}
        akka.instrumentation {
          pressure { growing-for = 100ms, min-depth = 10 }
          rules.kept { path = "/user/**", last-messages = 4 }
        }
        """;

    public static TheoryData<string> Names =>
        ["a\n[ERROR][01/01/2026] everything is lost", "a\u001b[2J\u001b[31mred", "a\u202egro.live", "a\u2028b\u0085c", new('x', 60_000)];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task A_senders_path_is_cut_and_cleaned_wherever_it_is_shown(string name)
    {
        await using var system = Systems.Instrumented(Hocon);
        using var spans = SpanRecorder.OfActor(out var actorName);
        using var metrics = new MetricRecorder(system);
        using var reports = new ReportRecorder(system);
        using var hold = new Hold();
        var (sender, gone) = (new RefAt($"user/{name}", isLocal: false), new RefAt($"user/{name}"));
        var actor = system.ActorOf((_, message) => Fail.If(message is "fail"), actorName);
        await hold.EnterAt(actor);

        // it grows, is told why, fails, and becomes a dead letter
        await Eventually.True(() =>
        {
            actor.TellEach(3, _ => "message", sender);
            return reports.Of("MailboxGrowing").Count > 0;
        });
        actor.Tell("fail", sender);
        system.System.EventStream.Publish(new DeadLetter("dead", sender, gone));
        var extension = AkkaInstrumentationExtension.For(system.System);
        List<string> shown =
        [
            .. AkkaDiagnosis.Read(system.System).Causes
                .SelectMany(cause => (IEnumerable<string>)[cause.Description, cause.Subject, cause.ActorType, cause.NextStep, .. cause.Evidence]),
            .. system.Extension.Insight.Answers.LostMessages().SelectMany(lost => (IEnumerable<string>)[lost.ReceiverPath, lost.SenderPath!]),
        ];
        hold.Release();
        await Eventually.True(() => spans.Stopped.Any(span => span.Status == ActivityStatusCode.Error));
        var recorded = extension.Insight.Answers.LastMessages($"/user/{actorName}")!;

        Assert.Contains(spans.Stopped, span => span.GetTagItem(AkkaSpanAttributes.SenderPath) is not null);
        Assert.Contains(recorded, message => message.SenderPath is not null);
        shown.AddRange(recorded.Select(message => message.ToString()));
        shown.AddRange(reports.Of("MailboxGrowing").Select(report => (string)report["senders"]!));
        shown.AddRange(spans.Stopped.SelectMany(span => span.TagObjects).Select(tag => tag.Value).OfType<string>());
        shown.AddRange(metrics.Poll().SelectMany(measured => measured.Tags).Select(tag => tag.Value).OfType<string>());
        var lines = await KeptLog.Whole(system.System);
        Assert.Contains(lines, line => line.StartsWith("The last messages before", StringComparison.Ordinal));
        shown.AddRange(lines.SelectMany(line => line.StartsWith("The last messages", StringComparison.Ordinal) ? line.Split('\n') : [line]));
        Assert.All(shown, text =>
        {
            Assert.True(ForeignText.IsClean(text), text);
            Assert.InRange(text.Length, 0, 5_000);
            Assert.False(text.StartsWith("[ERROR]", StringComparison.Ordinal), text);
        });
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void An_entitys_id_and_an_address_are_too(string name)
    {
        var entity = EntityPath.Parse("/system/sharding/", new RefAt($"system/sharding/orders/1/{Uri.EscapeDataString(name)}"))!;
        var address = ForeignText.Of(new Address("akka.tcp", name, name, 1));

        Assert.All([entity.Entity, address], text =>
        {
            Assert.True(ForeignText.IsClean(text), text);
            Assert.InRange(text.Length, 1, TypeNames.MaxLength);
        });
    }
}
