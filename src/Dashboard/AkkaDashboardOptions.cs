namespace AkkaInstrumentation;

/// <summary>
/// Options of one dashboard, among them who may change settings. A value that is null is not set. The options are read once, when the dashboard is
/// mapped.
/// </summary>
public sealed class AkkaDashboardOptions
{
    /// <summary>
    /// Name of the authorization policy that lets a viewer change settings: the share of traces, the budget, a full trace. It needs
    /// <c>AddAuthorization(...)</c>. Default: null. Then nobody may change settings, except in the environment <c>Development</c> in a browser on the
    /// same machine, at a host name like <c>localhost</c>. <c>RequireAuthorization(...)</c> on the builder that
    /// <see cref="AkkaDashboardExtensions.MapAkkaDashboard"/> returns decides who may see the page.
    /// </summary>
    public string? ChangePolicy { get; set; }

    /// <summary>
    /// Whether the history is recorded while no page is open. If you set it to false, the dashboard costs nothing until someone opens it, and its
    /// figures begin at that moment. The status line has growing mailboxes, restarts and failures in both cases. Default: true.
    /// </summary>
    public bool? KeepHistory { get; set; }

    /// <summary>
    /// Address of this node's page, to which the pages of the other nodes of a cluster link. Set it where a proxy stands before the node.
    /// Default: null, for the first address of the server, with the host of the node's Akka address where the server listens everywhere.
    /// </summary>
    public Uri? Address { get; set; }

    /// <summary>
    /// Whether the dashboards of the other nodes of the cluster may change settings on this node, for a change on all nodes at once. Who sends a
    /// message over Akka.Remote is not checked, unless it uses TLS with certificates on both sides. So set it only where nobody else reaches the port
    /// of the nodes. Each change is logged. Default: false.
    /// </summary>
    public bool? ChangesFromOtherNodes { get; set; }
}
