using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation.Tests;

/// <summary>What the probes of Kubernetes are told by a node of a real cluster. The kubelet asks at the pod's address, and knows no user.</summary>
public sealed class ProbesSpec
{
    [Fact]
    public async Task A_node_is_ready_from_when_it_is_up_until_it_leaves_and_lives_all_the_time()
    {
        await using var cluster = await TestCluster.Of("front");
        var node = cluster.Start("back");
        await using var pod = await Serve(node);
        using var kubelet = new HttpClient { BaseAddress = new Uri(pod.Urls.Single()) };
        kubelet.DefaultRequestHeaders.Host = "10.244.1.17:8080";
        kubelet.DefaultRequestHeaders.Add("User-Agent", "kube-probe/1.34");
        Assert.Equal((HttpStatusCode.ServiceUnavailable, "The node is not up in its cluster."), await Ask("/readyz"));
        Assert.Equal(HttpStatusCode.OK, (await Ask("/livez")).Status);

        await cluster.Join(node);
        await TestCluster.Equal((HttpStatusCode.OK, "OK"), () => Ask("/readyz").GetAwaiter().GetResult());

        node.Cluster.Leave(node.Cluster.SelfAddress);
        await TestCluster.Equal(HttpStatusCode.ServiceUnavailable, () => Ask("/readyz").GetAwaiter().GetResult().Status);
        Assert.Equal(HttpStatusCode.OK, (await Ask("/livez")).Status);

        async Task<(HttpStatusCode Status, string Text)> Ask(string path)
        {
            using var answer = await kubelet.GetAsync(path);
            return (answer.StatusCode, await answer.Content.ReadAsStringAsync());
        }
    }

    private static async Task<WebApplication> Serve(ClusterNode node)
    {
        var builder = WebApplication.CreateBuilder(new WebApplicationOptions { EnvironmentName = "Production" });
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Services.AddSingleton<ActorSystem>(_ => node.System);
        var app = builder.Build();
        app.MapAkkaProbes();
        await app.StartAsync();
        return app;
    }
}
