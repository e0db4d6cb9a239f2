namespace AkkaInstrumentation.Tests.Settings;

/// <summary>Settings change while the system runs by the options of code, as by HOCON.</summary>
public sealed class TypedChangeSpec
{
    [Fact]
    public async Task What_is_set_changes_and_everything_else_stays_until_the_reset()
    {
        await using var host = await TestHost.StartWithoutSdk(akka => akka.WithInstrumentation(o => o.Tracing.Sampling.Ratio = 0.5));
        var control = AkkaInstrumentationExtension.For(host.System).Control;

        control.Change(o => o.Tracing.Sampling.Budget = 100);
        control.Change(o => o.Rules.Add(new() { Name = "carts", Path = ["/user/carts/**"], Trace = AkkaTraceMode.Never }));
        Assert.Equal((0.5, 100), (control.SamplingRatio, control.SamplingBudget));
        Assert.Equal(AkkaTraceMode.Never, host.System.GetInsight().Explain("/user/carts/1", typeof(string)).Trace);

        control.Reset();
        Assert.Equal((0.5, double.PositiveInfinity), (control.SamplingRatio, control.SamplingBudget));
    }

    [Fact]
    public async Task A_wrong_value_and_code_change_nothing()
    {
        await using var host = await TestHost.StartWithoutSdk(akka => akka.WithInstrumentation());
        var control = AkkaInstrumentationExtension.For(host.System).Control;
        var before = $"{control.Configuration}";

        Assert.Contains("tracing.sampling.ratio = 2", Assert.Throws<ConfigurationException>(() =>
            control.Change(o => (o.Tracing.Sampling.Ratio, o.Metrics.Flow) = (2, false))).Message, StringComparison.Ordinal);
        Assert.Throws<ConfigurationException>(() => control.Change(o => o.SystemActors = true));
        Assert.Throws<ArgumentException>(() => control.Change(o =>
        {
            o.Metrics.Flow = false;
            o.Tracing.Filter = (_, _) => true;
        }));
        Assert.Equal(before, $"{control.Configuration}");
    }
}
