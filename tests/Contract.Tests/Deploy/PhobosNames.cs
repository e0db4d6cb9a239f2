using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>The rules of <c>deploy/prometheus/phobos-names.yml</c>, and what they are for.</summary>
internal static class PhobosNames
{
    private static readonly Regex Entry = new("^ +- record: ", RegexOptions.Multiline);

    public const string File = "deploy/prometheus/phobos-names.yml";

    /// <summary>
    /// The series that Phobos' public boards (15637 and 15638 among Grafana's) ask for, each with the labels that they choose or group by.
    /// </summary>
    public static readonly IReadOnlyList<(string Series, string[] Labels)> Asked =
    [
        ("akka_messages_recv_msgs_total", ["job", "instance", "actortype", "messagetype", "actor_category"]),
        ("akka_messages_latency_milliseconds_bucket", ["job", "instance", "actortype", "messagetype", "le"]),
        ("akka_messages_deadletters_msgs_total", ["job", "instance", "actortype"]),
        ("akka_messages_unhandled_msgs_total", ["job", "instance", "actortype"]),
        ("akka_actor_live_actors", ["job", "instance", "actortype", "actor_category"]),
        ("akka_actor_mailbox_depth_msgs", ["job", "instance", "actortype", "actor_category"]),
        ("akka_actor_restarts_total", ["job", "instance", "actortype", "exceptiontype", "actor_category"]),
        ("akka_logs_events_total", ["job", "instance", "level"]),
        ("akka_cluster_members", ["job", "instance", "status"]),
        ("akka_cluster_reachable_members", ["job", "instance", "status"]),
        ("akka_cluster_sharding_shards", ["job", "instance", "region"]),
        ("akka_cluster_sharding_entities", ["job", "instance", "region"]),
    ];

    /// <summary>Each rule: the series that it makes, and the query that it makes it of.</summary>
    public static IReadOnlyList<(string Series, string Query)> Rules { get; } =
    [
        .. Entry.Split(Repo.Read(File)).Skip(1).Select(entry => entry.Split('\n')).Select(lines => (lines[0].Trim(), Alerts.Value(lines, "expr"))),
    ];
}
