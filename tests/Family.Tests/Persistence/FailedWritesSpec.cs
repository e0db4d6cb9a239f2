namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>A journal that fails or rejects a write is a failure of the actor: in its span, in the metrics, in health and diagnosis.</summary>
public sealed class FailedWritesSpec
{
    private const string Error = "System.InvalidOperationException";

    [Theory]
    [InlineData("fails", "failure", "the journal is full")]
    [InlineData("rejects", "rejected", "not that")]
    public async Task Its_span_has_the_exception(string journal, string answer, string description)
    {
        await using var system = Systems.Instrumented($"{ScriptedJournal.Hocon(journal)}\nakka.loglevel = OFF");
        using var metrics = new MetricRecorder(system);
        using var spans = SpanRecorder.OfActor(out var name);
        var account = await Account.Recovered(system, system.ActorOf((_, _) => { }, $"{name}-notified"), name);
        account.Tell(new Account.Persists(1), ActorRefs.NoSender);

        await Eventually.Equal((1, 1), () => (Answers(spans).Count, Of(spans, "Account.Persisted").Count));
        var span = Answers(spans)[0];
        Assert.Equal((answer, Error), (span.GetTagItem(AkkaSpanAttributes.PersistenceAnswer), span.GetTagItem(AkkaSpanAttributes.ErrorType)));
        Assert.Equal((ActivityStatusCode.Error, description), (span.Status, span.StatusDescription));
        Assert.Equal(Assert.Single(Of(spans, "Account.Persists")).SpanId, span.ParentSpanId);
        Assert.Equal(span.SpanId, Of(spans, "Account.Persisted")[0].ParentSpanId);
        (string, object?) type = (AkkaSpanAttributes.ActorType, "Account");
        await Eventually.Equal((1, 1),
            () => (metrics.Of(AkkaMetricNames.PersistenceWriteDuration, type).Count, metrics.Sum(AkkaMetricNames.ActorFailures, type)));
        var write = metrics.Of(AkkaMetricNames.PersistenceWriteDuration, type)[0];
        Assert.Equal((answer, Error), (write.Tag(AkkaSpanAttributes.PersistenceAnswer), $"{write.Tag(AkkaSpanAttributes.ErrorType)}"));
        Assert.Contains(Error, metrics.Of(AkkaMetricNames.ActorProcessDuration).Select(measured => measured.Tag(AkkaSpanAttributes.ErrorType)));

        // it has failed, not its command
        Assert.DoesNotContain(spans.Stopped, other => other != span && other.Status == ActivityStatusCode.Error);
    }

    [Fact]
    public async Task A_write_that_fails_in_an_unsampled_trace_gets_a_span()
    {
        await using var system = Systems.Instrumented(
            $"{ScriptedJournal.Hocon("fails")}\nakka.loglevel = OFF\nakka.instrumentation.tracing.sampling.ratio = 0");
        using var spans = SpanRecorder.OfActor(out var name);
        var account = await Account.Recovered(system, system.ActorOf((_, _) => { }), name);
        account.Tell(new Account.Persists(1), ActorRefs.NoSender);

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal((Error, "error"), (span.GetTagItem(AkkaSpanAttributes.ErrorType), span.GetTagItem(AkkaSpanAttributes.SamplingReason)));
    }

    /// <summary>The breaker opens at the third failure, and refuses all later writes.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Of_a_hundred_actors_that_it_stops_health_and_diagnosis_name_the_journal(bool withSpans)
    {
        const int Actors = 100;
        await using var system = Systems.Instrumented(
            $$"""
            {{ScriptedJournal.Hocon("fails")}}
            akka.loglevel = OFF
            akka.persistence.journal.scripted.circuit-breaker { max-failures = 3, reset-timeout = 1h }
            """);
        using var metrics = new MetricRecorder(system);
        using var library = withSpans ? Recorded.Everything() : null;
        var notified = system.ActorOf((_, _) => { });
        var accounts = await Task.WhenAll(Enumerable.Range(0, Actors).Select(i => Account.Recovered(system, notified, $"account-{i}")));
        foreach (var account in accounts)
        {
            account.Tell(new Account.Persists(1), ActorRefs.NoSender);
            await account.WatchAsync().WaitAsync(TimeSpan.FromSeconds(60));
            account.Tell("late", ActorRefs.NoSender);
        }

        await Eventually.Equal(Actors, () => metrics.Sum(AkkaMetricNames.ActorFailures, (AkkaSpanAttributes.ActorType, "Account")));
        Assert.Equal(Actors - 3, metrics.Sum(AkkaMetricNames.ActorFailures, (AkkaSpanAttributes.ErrorType, "Akka.Pattern.OpenCircuitException")));
        var instrumentation = AkkaInstrumentationExtension.For(system.System);
        var found = SystemFindings.Read(instrumentation, new(), Stopwatch.GetTimestamp());
        Assert.Contains(SystemHealth.From(found, new()).Troubles, trouble => trouble is { Kind: "failing", ActorType: "Account" });
        var causes = AkkaDiagnosis.Read(system.System).Causes;
        var cause = Assert.Single(causes, cause => cause.ActorType == "Account");
        Assert.Equal(
            ("failing_store", $"akka.persistence.journal.scripted fails: {Error}: the journal is full, for Account.", AkkaCertainty.Certain),
                (cause.Kind, cause.Description, cause.Certainty));
        Assert.Contains(cause.Evidence, evidence => evidence.StartsWith($"3 failures of Account in 60 s: {Error}", StringComparison.Ordinal));
        Assert.Contains(cause.Evidence, evidence => evidence == "its circuit breaker is open: it refuses without trying (97 times)");
        Assert.Contains(
            cause.Evidence, evidence => evidence.StartsWith("100 String became dead letters: /user/account-99 stopped ", StringComparison.Ordinal)
                && evidence.EndsWith(" ago", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_recovery_that_fails_counts_too()
    {
        await using var system = Systems.Instrumented($"{ScriptedJournal.Hocon("cannot-read")}\nakka.loglevel = OFF");
        using var metrics = new MetricRecorder(system);
        using var spans = SpanRecorder.OfActor(out var name);
        system.ActorOf(Account.Props(system.ActorOf((_, _) => { })), name);

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal(("ReplayMessagesFailure", ActivityStatusCode.Error), (span.GetTagItem(AkkaSpanAttributes.MessageType), span.Status));
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorFailures, (AkkaSpanAttributes.ActorType, "Account")));
    }

    private static List<Activity> Of(SpanRecorder spans, string message) =>
        [.. spans.Stopped.Where(span => message.Equals(span.GetTagItem(AkkaSpanAttributes.MessageType))
            && span.GetTagItem(AkkaSpanAttributes.PersistenceAnswer) is null)];

    private static List<Activity> Answers(SpanRecorder spans) =>
        [.. spans.Stopped.Where(span => span.GetTagItem(AkkaSpanAttributes.PersistenceAnswer) is not null)];
}
