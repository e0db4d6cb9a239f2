using System.Reflection.Emit;

namespace AkkaInstrumentation.Tests.Types;

/// <summary>An assembly that can be unloaded, as a plug-in's is. Whoever makes one must not be the method that waits for its end.</summary>
internal sealed class Plugin
{
    private readonly ModuleBuilder _module =
        AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("plugin"), AssemblyBuilderAccess.RunAndCollect).DefineDynamicModule("plugin");

    /// <summary>One of its types, which dies with all others when nothing holds anything of the assembly.</summary>
    public WeakReference Life { get; } = new(null);

    public object Message(string name, params Type[] attributes) => Activator.CreateInstance(Define(name, typeof(object), attributes))!;

    public Exception Failure(string name) => (Exception)Activator.CreateInstance(Define(name, typeof(Exception)))!;

    private Type Define(string name, Type parent, params Type[] attributes)
    {
        var type = _module.DefineType(name, TypeAttributes.Public, parent);
        foreach (var attribute in attributes)
        {
            type.SetCustomAttribute(new CustomAttributeBuilder(attribute.GetConstructor([])!, []));
        }

        var made = type.CreateType();
        Life.Target = made;
        return made;
    }
}

/// <summary>Throws an exception that it gets, sends a text back and takes everything else.</summary>
public class Obeying : UntypedActor
{
    protected override void OnReceive(object message)
    {
        switch (message)
        {
            case Exception e:
                throw e;
            case string:
                Sender.Tell(message);
                break;
        }
    }
}
