namespace AkkaInstrumentation.Tests.Warnings;

/// <summary>A callback that throws costs no message, and Akka's log names it once.</summary>
public sealed class CallbackWarningsSpec
{
    [Theory]
    [InlineData("filter")]
    [InlineData("content")]
    [InlineData("enricher")]
    public async Task It_is_logged_once_by_the_system_that_has_it(string kind)
    {
        await using var host = await TestHost.Start(akka => akka.AddHocon(KeptLog.Hocon, HoconAddMode.Prepend)
            .WithInstrumentation(options => Configure(options, kind)));
        await using var other = await TestHost.Start(akka => akka.AddHocon(KeptLog.Hocon, HoconAddMode.Prepend).WithInstrumentation());
        using var events = new ReportRecorder(new TestSystem(host.System));
        var actor = await host.StartActor(Echo.Props);
        await TestHost.Traced(async () =>
        {
            Assert.Equal("one", await actor.Ask<string>("one"));
            Assert.Equal("two", await actor.Ask<string>("two"));
        });

        await Eventually.True(() => KeptLog.Of(host.System).Count > 0, () => "nothing was logged");
        var warning = Assert.Single(await KeptLog.Whole(host.System));
        Assert.StartsWith($"A callback of WithInstrumentation() threw ({kind}). Messages are handled as before", warning, StringComparison.Ordinal);
        Assert.Contains("on purpose", warning, StringComparison.Ordinal);
        Assert.Equal(warning, Assert.Single(events.Of("SetupWarning"))["warning"]);
        Assert.Empty(await KeptLog.Whole(other.System));
    }

    private static void Configure(AkkaInstrumentationOptions options, string kind)
    {
        options.Tracing.Content.Enabled = true;
        switch (kind)
        {
            case "filter":
                options.Tracing.Filter = (_, _) => throw new InvalidOperationException("on purpose");
                break;
            case "content":
                options.Tracing.Content.Redactor = _ => throw new InvalidOperationException("on purpose");
                break;
            default:
                options.Tracing.Enrich = (_, _) => throw new InvalidOperationException("on purpose");
                break;
        }
    }
}
