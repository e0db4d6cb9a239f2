namespace AkkaInstrumentation.Tests.Diagnosis;

/// <summary>
/// Actors of one type fail, restart or lose messages thousands of times a second. Others beside them are seen as if they were alone.
/// </summary>
public sealed class NoisyNeighbourSpec
{
    private const int Flood = 20_000;
    private const string Quiet = "akka.loglevel = OFF\nakka.stdout-loglevel = OFF";

    private static readonly AkkaHealthCheckOptions Default = new();

    [Fact]
    public async Task Nine_kinds_of_a_thousand_losses_are_all_named_with_their_counts_and_a_flood_of_another_kind_hides_none()
    {
        const int Each = 1_000;
        await using var system = Systems.Instrumented(
            $"{Quiet}\nsmall {{ mailbox-type = \"Akka.Dispatch.BoundedMailbox\", mailbox-capacity = 1, mailbox-push-timeout-time = 0s }}");
        using var hold = new Hold();
        var gone = system.ActorOf(Echo.Props, "gone");
        Assert.True(await gone.GracefulStop(TimeSpan.FromSeconds(20)));
        var deaf = system.ActorOf(Deaf.Props, "deaf");
        var full = system.ActorOf(Handler.Props((_, _) => { }).WithMailbox("small"), "full");
        await hold.EnterAt(full);
        full.Tell("fills", ActorRefs.NoSender);
        foreach (var message in new object[] { 1, 1L, 1.5 })
        {
            gone.TellTimes(Each, message);
            deaf.TellTimes(Each, message);
            full.TellTimes(Each, message);
        }

        await Eventually.Equal(9 * Each, Lost);
        Named();
        gone.TellTimes(Flood, 'c');
        await Eventually.Equal((9 * Each) + Flood, Lost);
        Named();
        hold.Release();

        void Named()
        {
            var losing = SystemFindings.Read(Extension(system), Default, Now()).Losing;
            var kinds = losing.Worst.Where(one => one.Latest.MessageType != "Char").ToList();
            Assert.Equal((9, 9 * Each), (kinds.Count, kinds.Sum(one => one.Count)));
            Assert.All(kinds, one => Assert.Equal(Each, one.Count));
            Assert.Equal(
                ["full_mailbox 3", "missing_receiver 3", "unhandled 3"],
                AkkaDiagnosis.Read(system.System).Causes.Where(cause => !cause.Description.Contains("Char", StringComparison.Ordinal))
                    .GroupBy(cause => cause.Kind).Select(same => $"{same.Key} {same.Count()}")
                        .Where(text => !text.StartsWith("overload", StringComparison.Ordinal)).Order());
        }

        int Lost() => SystemFindings.Read(Extension(system), Default, Now()).Losing.Worst.Sum(one => one.Count);
    }

    [Fact]
    public async Task Each_failure_of_a_quiet_type_has_a_span_after_the_fact()
    {
        const int Times = 12;
        await using var system = Systems.Instrumented($"{Quiet}\nakka.instrumentation.tracing.sampling.ratio = 0");
        using var spans = SpanRecorder.OfActor(out var name);
        var noisy = system.ActorOf((_, _) => throw new TimeoutException("noisy"), $"{name}-noisy");
        var slow = system.ActorOf(AsyncHandler.Props((_, _) => throw new InvalidOperationException("slow")), $"{name}-slow");
        for (var i = 0; i < Times; i++)
        {
            // 150 ms of about 2,000 failures a second
            for (var more = 0; more < 15; more++)
            {
                noisy.TellTimes(20, "fail");
                await Task.Delay(10);
            }

            slow.Tell("fail", ActorRefs.NoSender);
        }

        await Eventually.Equal(Times, () => spans.Stopped.Count(span => Equals(span.GetTagItem(AkkaSpanAttributes.ActorPath), $"/user/{name}-slow")));
        Assert.Contains(spans.Stopped, span => span.GetTagItem(AkkaSpanAttributes.SamplingSuppressedCount) is > 0L);
    }

    private static long Now() => Stopwatch.GetTimestamp();

    private static AkkaInstrumentationExtension Extension(TestSystem system) => AkkaInstrumentationExtension.For(system.System);
}
