using System.Reflection;
using System.Runtime.Loader;

namespace AkkaInstrumentation;

/// <summary>
/// The folder of this assembly. .NET looks for assemblies beside the application only, not beside a start-up hook. Assemblies that the application
/// has are used in the application's version; the others come from here.
/// </summary>
internal static class HookFolder
{
    /// <summary>
    /// An environment variable also reaches programs without Akka, such as .NET's tools. An application with Akka has Akka's assembly beside it or,
    /// as a single file, inside it.
    /// </summary>
    public static bool IsForThisProcess { get; } = IsThere("Akka");

    private static string Folder { get; } = Path.GetDirectoryName(typeof(HookFolder).Assembly.Location)!;

    /// <summary>The path of a file in the folder; null without such a file.</summary>
    public static string? PathOf(string file) => Path.Combine(Folder, file) is var path && File.Exists(path) ? path : null;

    public static void ResolveFromIt() => AssemblyLoadContext.Default.Resolving += static (context, name) =>
        PathOf($"{name.Name}.dll") is { } path ? context.LoadFromAssemblyPath(path) : null;

    /// <summary>
    /// Loads all assemblies that the packages of this library need, so that an incompatible version is found before anything is changed.
    /// </summary>
    /// <exception cref="IOException">An assembly is missing, or the application has an older version of it.</exception>
    public static void LoadAll(string assembly)
    {
        foreach (var needed in Assembly.Load(assembly).GetReferencedAssemblies())
        {
            Assembly.Load(needed);
            if (needed.Name!.StartsWith("AkkaInstrumentation.", StringComparison.Ordinal))
            {
                LoadAll(needed.Name);
            }
        }
    }

    /// <summary>Runs a step. If it fails, the application runs as it would without the hook, and one line on standard error has the reason.</summary>
    public static void Try(Action step)
    {
        try
        {
            step();
        }
        catch (Exception e)
        {
            Console.Error.WriteLine($"AkkaInstrumentation.AutoInstrumentation does nothing: {e.Message}");
        }
    }

    private static bool IsThere(string assembly)
    {
        try
        {
            Assembly.Load(assembly);
            return true;
        }
        catch (Exception e) when (e is IOException or BadImageFormatException)
        {
            return false;
        }
    }
}
