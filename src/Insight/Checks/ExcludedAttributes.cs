using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>
/// Attributes that observable instruments leave out, by the setting <c>metrics.excluded-attributes</c>. A view of OpenTelemetry's .NET SDK cannot do
/// that: if measurements become equal because attributes are left out, the SDK keeps only the last one. Here they are added up before the SDK sees
/// them. Immutable.
/// </summary>
internal sealed class ExcludedAttributes : MeasurementFilter
{
    // The attributes by instrument. Those under the empty name are left out of all instruments.
    private readonly Dictionary<string, string[]> _byInstrument;

    /// <param name="entries">Each entry is an attribute, alone or behind an instrument: <c>akka.actor.flow.messages/akka.sender.type</c>.</param>
    public ExcludedAttributes(IReadOnlyList<string> entries) => _byInstrument = entries.Select(Split)
        .GroupBy(entry => entry.Instrument, entry => entry.Attribute)
        .ToDictionary(same => same.Key, same => same.ToArray());

    /// <summary>The parts of an entry. The instrument is empty if the entry is about all of them.</summary>
    public static (string Instrument, string Attribute) Split(string entry) =>
        (entry[..Math.Max(0, entry.LastIndexOf('/'))], entry[(entry.LastIndexOf('/') + 1)..]);

    /// <summary>The measurements of one system without the attributes. Equal ones become one: the sum for sums, the largest value for
    /// gauges.</summary>
    public override IEnumerable<Measurement<T>> Without<T>(string instrument, IEnumerable<Measurement<T>> measurements, bool isSum)
    {
        string[] excluded = [.. _byInstrument.GetValueOrDefault("", []), .. _byInstrument.GetValueOrDefault(instrument, [])];
        return excluded.Length == 0
            ? measurements
            : from measurement in measurements
              group measurement.Value by Rest(measurement, excluded) into same
              select new Measurement<T>(same.Aggregate((one, other) => isSum ? one + other : T.Max(one, other)), same.Key.Tags);
    }

    private static TagSet Rest<T>(Measurement<T> measurement, string[] excluded)
        where T : struct
    {
        var rest = new List<KeyValuePair<string, object?>>();
        foreach (var tag in measurement.Tags)
        {
            if (!excluded.Contains(tag.Key))
            {
                rest.Add(tag);
            }
        }

        return new([.. rest]);
    }

    // All measurements of one instrument have their attributes in the same order.
    private readonly struct TagSet(KeyValuePair<string, object?>[] tags) : IEquatable<TagSet>
    {
        public KeyValuePair<string, object?>[] Tags => tags;

        public bool Equals(TagSet other) => tags.SequenceEqual(other.Tags);

        public override bool Equals(object? obj) => obj is TagSet other && Equals(other);

        public override int GetHashCode()
        {
            var hash = default(HashCode);
            foreach (var tag in tags)
            {
                hash.Add(tag.Key);
                hash.Add(tag.Value);
            }

            return hash.ToHashCode();
        }
    }
}
