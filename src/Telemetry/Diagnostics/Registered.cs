using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>
/// Finds registered sources and instruments. The platform calls a new listener with every existing source or instrument, in the order in
/// which they were made. Other listeners are not called.
/// </summary>
internal static class Registered
{
    /// <summary>The latest source with this name and version.</summary>
    public static ActivitySource? LatestSource(string name, string version)
    {
        ActivitySource? latest = null;
        using var finder = new ActivityListener
        {
            ShouldListenTo = source =>
            {
                latest = source.Name == name && source.Version == version ? source : latest;
                return false;
            },
        };
        ActivitySource.AddActivityListener(finder);
        return latest;
    }

    /// <summary>The meter's latest instrument with this name.</summary>
    public static Instrument? LatestInstrument(Meter meter, string name)
    {
        Instrument? latest = null;
        using var finder = new MeterListener
        {
            InstrumentPublished = (found, _) => latest = ReferenceEquals(found.Meter, meter) && found.Name == name ? found : latest,
        };
        finder.Start();
        return latest;
    }
}
