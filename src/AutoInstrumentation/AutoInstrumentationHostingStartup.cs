using AkkaInstrumentation;
using Microsoft.AspNetCore.Hosting;

[assembly: HostingStartup(typeof(AutoInstrumentationHostingStartup))]

namespace AkkaInstrumentation;

/// <summary>
/// The class that ASP.NET Core calls when <c>ASPNETCORE_HOSTINGSTARTUPASSEMBLIES</c> contains <c>AkkaInstrumentation.AutoInstrumentation</c>, in an
/// application that references the package.
/// </summary>
internal sealed class AutoInstrumentationHostingStartup : IHostingStartup
{
    public void Configure(IWebHostBuilder builder) => HostsToInstrument.Observe();
}
