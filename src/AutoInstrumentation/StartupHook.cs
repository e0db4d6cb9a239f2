using System.Runtime.CompilerServices;
using AkkaInstrumentation;

/// <summary>
/// The class that .NET calls before <c>Main</c> when <c>DOTNET_STARTUP_HOOKS</c> is the path of this assembly in the package's folder <c>hook</c>.
/// .NET finds it by this name, outside of any namespace.
/// </summary>
internal static class StartupHook
{
    public static void Initialize()
    {
        if (HookFolder.IsForThisProcess)
        {
            HookFolder.ResolveFromIt();
            HookFolder.Try(Start);
        }
    }

    // not inlined: .NET loads the assemblies that a method names when it compiles it
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Start()
    {
        HookFolder.LoadAll("AkkaInstrumentation.Dispatcher");
        PlainSystems.Configure();
        HostsToInstrument.Observe();
    }
}
