using System.Diagnostics;
using OpenTelemetry;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>The far end of the span pipeline: proves that spans got there and costs next to nothing.</summary>
internal sealed class SpanCounter : BaseExporter<Activity>
{
    private long _exported;

    public long Exported => Volatile.Read(ref _exported);

    // one thread, the batch processor's
    public override ExportResult Export(in Batch<Activity> batch)
    {
        Volatile.Write(ref _exported, _exported + batch.Count);
        return ExportResult.Success;
    }
}
