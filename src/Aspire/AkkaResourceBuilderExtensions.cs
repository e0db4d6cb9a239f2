using AkkaInstrumentation;
using Aspire.Hosting.ApplicationModel;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;

// The builders' namespace, so that an AppHost finds the method.
namespace Aspire.Hosting;

/// <summary>Shows the actors of a resource in Aspire's dashboard.</summary>
public static class AkkaResourceBuilderExtensions
{
    /// <summary>
    /// Adds to a resource that maps the dashboard of its actors (<c>MapAkkaDashboard()</c>): the page as the link <c>Actors</c>, the health of the
    /// actor system with the troubles that it names, and two commands: <c>Trace fully for five minutes</c>, which asks for the path of the actors,
    /// and <c>Show the incident</c>, which shows all that is known of the actors now as one text.
    /// <para>
    /// The health check and the commands ask the page itself, from the AppHost on the same machine. In the environment <c>Development</c>, which is
    /// Aspire's default, the page answers them without a policy. While the health check asks, the page observes: it reads the metrics once a second
    /// and takes up to 20 traces a second. Where the resource has replicas, each question goes to one of them.
    /// </para>
    /// </summary>
    /// <typeparam name="T">The resource's type.</typeparam>
    /// <param name="builder">The resource.</param>
    /// <param name="path">The page's path. Default: <c>/akka</c>.</param>
    /// <param name="endpointName">The endpoint that serves the page. Default: null, for <c>https</c> or else <c>http</c>.</param>
    /// <returns>The resource.</returns>
    public static IResourceBuilder<T> WithAkkaDashboard<T>(
        this IResourceBuilder<T> builder, string path = "/akka", string? endpointName = null)
        where T : IResourceWithEndpoints
    {
        ArgumentNullException.ThrowIfNull(builder);
        ArgumentNullException.ThrowIfNull(path);
        var page = new ActorPage(builder.Resource, path, endpointName);
        var check = $"{builder.Resource.Name}_actors";
        builder.ApplicationBuilder.Services.AddHealthChecks().Add(new HealthCheckRegistration(check, page, failureStatus: null, tags: null));
        return builder
            .WithHealthCheck(check)
            .WithUrls(context =>
            {
                if (page.Address is { } address)
                {
                    context.Urls.Add(new ResourceUrlAnnotation { Url = address.ToString(), DisplayText = "Actors", Endpoint = page.Endpoint });
                }
            })
            .WithCommand("akka-trace-fully", "Trace fully for five minutes", page.TraceFully, new CommandOptions
            {
                Description = "Every message to these actors gets a span for five minutes, whatever the sampling says. "
                    + "The page's settings end it earlier.",
                IconName = "Flow",
                Arguments =
                [
                    new InteractionInput
                    {
                        Name = ActorPage.PathArgument,
                        Label = "Path of the actors",
                        Description = "/user/orders, /user/orders/*, /user/**",
                        InputType = InputType.Text,
                        Value = ActorPage.AllActors,
                        Required = true,
                        MaxLength = 1_000,
                    },
                ],
                UpdateState = WhileItRuns,
            })
            .WithCommand("akka-incident", "Show the incident", page.Incident, new CommandOptions
            {
                Description = "Findings, their causes, messages at work, lost messages, failures, settings and versions, "
                    + "as one text to keep or to paste.",
                IconName = "DocumentText",
                UpdateState = WhileItRuns,
            });
    }

    private static ResourceCommandState WhileItRuns(UpdateCommandStateContext context) =>
        context.ResourceSnapshot.State?.Text == KnownResourceStates.Running ? ResourceCommandState.Enabled : ResourceCommandState.Disabled;
}
