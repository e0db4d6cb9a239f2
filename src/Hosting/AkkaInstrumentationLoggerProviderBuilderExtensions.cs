using Akka.Hosting.Logging;
using AkkaInstrumentation;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;

// The builder's namespace, as in OpenTelemetry's own instrumentations, so that code that uses the builder finds the method.
namespace OpenTelemetry.Logs;

/// <summary>Connects lines that are logged through Akka with the actors' spans.</summary>
public static class AkkaInstrumentationLoggerProviderBuilderExtensions
{
    /// <summary>
    /// Gives the record of each line that is logged through Akka the trace id, the span id and the flags of the span in which it was logged. This
    /// works even if that span is not current in the logger, because it has ended or the logger is not instrumented. Adds Akka.Hosting's
    /// <see cref="AkkaTraceContextProcessor"/>, as its <c>AddAkkaTraceCorrelation()</c> does. Call it before the exporters, because processors run in
    /// the order of the calls. A line that was logged in a handler also has the attributes that the message's span shows of the message
    /// (<see cref="SpanAttributeAttribute"/>). If <c>tracing.messaging-attributes</c> is on, a supervisor's line about a failed message has the event
    /// name of the messaging conventions. The formatted text does not begin with Akka's level, time, thread and source, because the record has these
    /// as separate fields. Lines reach OpenTelemetry through Akka.Hosting's <c>AddLoggerFactory()</c>. It also adds
    /// <see cref="AkkaInstrumentationControl"/> to the services. A second call, of either method, changes nothing. The method has no options: the
    /// options of the spans decide what a line shows.
    /// </summary>
    /// <param name="builder">The logger provider's builder.</param>
    /// <returns>The builder.</returns>
    public static LoggerProviderBuilder AddAkkaInstrumentation(this LoggerProviderBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        return builder.ConfigureServices(services => ControlServices.Add(services, CollectedSignal.Logs))
            .AddProcessor(new AkkaTraceContextProcessor())
            .AddProcessor(new ActivityNeedProcessor())
            .AddProcessor(new MessageFieldsProcessor())
            .AddProcessor(new FailureEventProcessor())
            .AddProcessor(new LineTextProcessor());
    }

    /// <summary>
    /// Logs a record when a trouble of the host's actor system begins and one when it has ended: a mailbox grows, a handler blocks its thread,
    /// messages are lost. The record has an event name, such as <c>akka.mailbox.growing</c>, and attributes with the actor's type and path, the level
    /// and, at its end, the duration. The severity is Warning for a degraded state, Error for an unhealthy one, and Information at the end.
    /// Thresholds are those of the application's <c>AddAkkaHealthCheck(...)</c>, otherwise its defaults. All mailboxes are checked once a second.
    /// Records have the category <c>AkkaInstrumentation.Findings</c>, which logging filters can select, and all logging providers of the host get
    /// them. Without a host it does nothing. A second call changes nothing.
    /// </summary>
    /// <param name="builder">The logger provider's builder.</param>
    /// <returns>The builder.</returns>
    public static LoggerProviderBuilder AddAkkaFindingEvents(this LoggerProviderBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        return builder.ConfigureServices(static services =>
            services.TryAddEnumerable(ServiceDescriptor.Singleton<IHostedService, FindingEvents>()));
    }
}
