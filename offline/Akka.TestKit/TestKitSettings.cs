using Akka.Actor;
using Akka.Configuration;

namespace Akka.TestKit;

/// <summary>What <c>akka.test</c> says.</summary>
public class TestKitSettings : IExtension
{
    public TestKitSettings(Config config)
    {
        ArgumentNullException.ThrowIfNull(config);
        DefaultTimeout = config.GetTimeSpan("akka.test.default-timeout", allowInfinite: false);
        SingleExpectDefault = config.GetTimeSpan("akka.test.single-expect-default", allowInfinite: false);
        TestEventFilterLeeway = config.GetTimeSpan("akka.test.filter-leeway", allowInfinite: false);
        TestTimeFactor = config.GetDouble("akka.test.timefactor");
        if (TestTimeFactor <= 0)
        {
            throw new ConfigurationException($"akka.test.timefactor is {TestTimeFactor}; it must be more than 0.");
        }
    }

    public TimeSpan DefaultTimeout { get; }

    public TimeSpan SingleExpectDefault { get; }

    public TimeSpan TestEventFilterLeeway { get; }

    public double TestTimeFactor { get; }
}
