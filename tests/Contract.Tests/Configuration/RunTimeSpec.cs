namespace AkkaInstrumentation.Tests;

/// <summary>The document about changes at run time.</summary>
public sealed class RunTimeSpec
{
    [Fact]
    public async Task The_keys_that_cannot_change_are_those_that_the_document_names()
    {
        var system = ActorSystem.Create("run-time", ConfigurationFactory.ParseString("akka.loglevel = ERROR")
            .WithFallback(AkkaInstrumentationConfig.Reference));
        var control = AkkaInstrumentationExtension.For(system).Control;
        var named = Markdown.Code(Markdown.Prose("docs/configuration.md", "## At run time").Split("These cannot change at run time")[1]);

        Assert.Equal(named.Order(StringComparer.Ordinal), ReferenceConf.Settings.Keys.Where(IsFixed)
            .Select(key => key[(ReferenceConf.Root.Length + 1)..]).Order(StringComparer.Ordinal));
        await system.Terminate();

        // refused with whatever is written; a wrong value is an error too, but only these are reported as fixed
        bool IsFixed(string key) =>
            new[] { "on", "7", "[mine]" }.Any(value => Record.Exception(() => control.Change($"{key} = {value}")) is ConfigurationException error
                && error.Message.Contains($"{key} cannot be changed", StringComparison.Ordinal));
    }

    [Fact]
    public void The_origins_are_those_of_the_document() =>
        Assert.Equal(
            ["run_time", "code", "appsettings", "HOCON", "OTEL_TRACES_SAMPLER", "OTEL_SEMCONV_EXCEPTION_SIGNAL_OPT_IN", "reference.conf"],
            Markdown.Table("docs/configuration.md", "### Which value wins").Select(row => Markdown.Plain(row["origin"])));
}
