namespace AkkaInstrumentation.Tests.Logs;

/// <summary>The text of an exported line is what the actor logged: the record has level, time, thread and source on their own.</summary>
public sealed class LineTextSpec
{
    [Theory]
    [InlineData("a plain text", "a plain text")]
    [InlineData("order {Number} of [Thread 0001] {Customer}", "order 7 of [Thread 0001] Ann")]
    public async Task An_exported_line_has_no_prefix_and_other_loggers_have_Akkas(string template, string text)
    {
        await using var host = await LogHost.Start();
        var actor = await host.Host.StartActor(Handler.Props((context, _) => context.GetLogger().Info(template, 7, "Ann")));
        actor.Tell("log", ActorRefs.NoSender);

        await host.Arrived(text);
        var line = host.ExportedLine(text);
        Assert.Equal(text, line.Text);
        Assert.Equal($"{actor.Path}", line.Attributes["LogSource"]);
        Assert.Matches($@"^\[INFO\]\[.*\]\[Thread \d+\]\[{actor.Path}\] ", host.PlainLine(text).Text);
    }

    [Fact]
    public async Task A_line_of_the_applications_own_stays_as_it_is()
    {
        await using var host = await LogHost.Start();
        const string Text = "[INFO][Thread 0001][source] mine";
        host.Host.Services.GetRequiredService<ILoggerFactory>().CreateLogger("Shop")
            .Log(Microsoft.Extensions.Logging.LogLevel.Information, default, Text, exception: null, static (text, _) => text);

        await host.Arrived(Text);
        Assert.Equal(Text, host.ExportedLine(Text).Text);
    }
}
