using Akka.Configuration;

namespace AkkaInstrumentation.Tests.Rules;

public class TraceFilterSpec
{
    private static InstrumentationSetup Setup(AkkaMessageFilter? filter, InstrumentationSetup? earlier = null) => new(ConfigurationFactory.ParseString(""), filter, earlier);

    [Fact]
    public void It_gets_the_message_and_whether_there_is_a_trace()
    {
        var filter = new TraceFilter((message, inTrace) => message is "yes" && inTrace, "shop");

        Assert.True(filter.Allows("yes", true));
        Assert.False(filter.Allows("yes", false));
        Assert.False(filter.Allows("no", true));
    }

    [Fact]
    public void One_that_throws_counts_as_true_each_time_and_is_counted()
    {
        var (asked, before) = (0, Reported());
        var filter = new TraceFilter((_, _) => ++asked > 0 ? throw new InvalidOperationException("on purpose") : false, "shop");

        Assert.True(filter.Allows("a", true));
        Assert.True(filter.Allows("b", false));
        Assert.Equal(2, asked);
        Assert.Equal(before + 2, Reported());

        // no other test in this process has a filter that throws
        static long Reported() => TelemetryFault.Counts.FirstOrDefault(count => count.Key == TelemetryFault.Filter).Value;
    }

    [Fact]
    public void It_travels_in_the_setup_and_a_later_one_replaces_it()
    {
        Assert.Null(TestSettings.Read("").Filter);
        Assert.False(TestSettings.Read("", Setup((_, _) => false)).Filter!.Allows("a", true));
        Assert.False(TestSettings.Read("", Setup(null, Setup((_, _) => false))).Filter!.Allows("a", true));
        Assert.True(TestSettings.Read("", Setup((_, _) => true, Setup((_, _) => false))).Filter!.Allows("a", true));
    }
}
