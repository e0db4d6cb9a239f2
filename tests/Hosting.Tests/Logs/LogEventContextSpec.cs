using System.Diagnostics;
using Akka.Event;

namespace AkkaInstrumentation.Tests.Logs;

/// <summary>Akka versions whose log events have a context of their own. Where Akka has none, a test plays it.</summary>
[Collection(Alone.Name)]
public sealed class LogEventContextSpec
{
    [Fact]
    public void The_property_is_found_where_there_is_one()
    {
        var context = new ActivityContext(ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), ActivityTraceFlags.Recorded);
        var read = LogEventContext.Find<With>()!;
        Assert.Equal(context, read(new With(context)));
        Assert.Null(read(new With(null)));
        Assert.Null(LogEventContext.Find<Without>());
        Assert.Null(LogEventContext.Find<Hidden>());
        Assert.Equal(typeof(LogEvent).GetProperty("ActivityContext") is not null, LogEventContext.Find<LogEvent>() is not null);
    }

    [Fact]
    public async Task The_events_own_context_is_the_lines()
    {
        var own = new ActivityContext(ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), ActivityTraceFlags.Recorded);
        await using var host = await LogHost.Start();
        var before = LogEventContext.Read;
        try
        {
            LogEventContext.Read = log => $"{log.Message}" == "with its own" ? own : null;
            host.System.Log.Info("with its own");
            using var current = new Activity("current").SetIdFormat(ActivityIdFormat.W3C).Start();
            host.Log(host.System.Log, "with what is current");
        }
        finally
        {
            LogEventContext.Read = before;
        }

        await host.AssertIn(own, "with its own");
        await host.AssertInPlace("with what is current");
    }

    private sealed record With(ActivityContext? ActivityContext);

    private sealed record Without(string Name);

    private sealed class Hidden
    {
        internal ActivityContext? ActivityContext { get; set; }
    }
}
