using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>
/// Finds what the platform has registered. A new listener is asked about every source or instrument that there is, in the order in
/// which they were made; other listeners are not asked.
/// </summary>
internal static class Registered
{
    /// <summary>The source of this name and version that was made last.</summary>
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

    /// <summary>The meter's instrument of this name that was made last.</summary>
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
