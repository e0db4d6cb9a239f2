using OpenTelemetry.Metrics;

namespace WebApi.LivePage.Metrics;

/// <summary>Reads the metrics that the page shows; all others pass by.</summary>
internal static class FrameReader
{
    public static void Read(Metric metric, Frame frame)
    {
        Action<ActorFrame, MetricPoint>? read = metric.Name switch
        {
            "akka.actor.messages" => (actor, point) => actor.Messages += point.GetSumLong(),
            "akka.actor.failures" => (actor, point) => actor.Failures += point.GetSumLong(),
            "akka.actor.restarts" => (actor, point) => actor.Restarts += point.GetSumLong(),
            "akka.actor.live" => (actor, point) => actor.Live += point.GetSumLong(),
            "akka.mailbox.depth" => (actor, point) => actor.Depth += point.GetSumLong(),
            "akka.mailbox.wait.duration" => (actor, point) => actor.Wait.Add(point.GetHistogramBuckets()),
            "akka.actor.process.duration" => (actor, point) => actor.Work.Add(point.GetHistogramBuckets()),
            _ => null,
        };
        if (read is null)
        {
            return;
        }

        foreach (ref readonly var point in metric.GetMetricPoints())
        {
            if (Tag(point, "akka.actor.type") is string type)
            {
                read(frame.For(type, Tag(point, "akka.system.instance") is int system ? system : 1), point);
            }
        }
    }

    private static object? Tag(in MetricPoint point, string key)
    {
        foreach (var tag in point.Tags)
        {
            if (tag.Key == key)
            {
                return tag.Value;
            }
        }

        return null;
    }
}
