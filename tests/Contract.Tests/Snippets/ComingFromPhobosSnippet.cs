using System.Diagnostics.Metrics;
using Akka.Actor;
using AkkaInstrumentation;

namespace Shop;

internal static class ComingFromPhobosSnippet
{
    // snippet: coming-from-phobos
    public sealed class ParcelActor : ReceiveActor
    {
        private static readonly Meter Meter = new("Shop"); // and metrics.AddMeter("Shop")
        private static readonly Histogram<double> Weights = Meter.CreateHistogram<double>("parcel.weight", "kg");

        public ParcelActor() => Receive<double>(kilograms =>
        {
            using var span = AkkaCurrentMessage.StartSpan("weigh"); // an Activity; null if the message has no span
            span?.SetTag("parcel.weight", kilograms);
            Weights.Record(kilograms);
        });
    }
    // end snippet
}
