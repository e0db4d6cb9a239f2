using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation.Tests;

/// <summary>One line for a member that a user or a subclass can see; null for any other.</summary>
internal static class MemberDeclaration
{
    private static readonly NullabilityInfoContext Nullability = new();
    private static readonly Lock Guard = new();

    public static string? Of(MemberInfo member)
    {
        // the nullability context keeps a cache that is not for two threads
        lock (Guard)
        {
            return member switch
            {
                FieldInfo { IsSpecialName: false } field => Field(field),
                PropertyInfo property => Property(property),
                EventInfo { AddMethod: { } add } @event when IsVisible(add) =>
                    $"{Access(add)}{Modifiers(add)}event {CSharpName.Of(@event.EventHandlerType!, Nullability.Create(@event))} {@event.Name}",
                ConstructorInfo { IsStatic: false } constructor when IsVisible(constructor) =>
                    $"{Access(constructor)}{CSharpName.Simple(constructor.DeclaringType!)}({Parameters(constructor)})",
                MethodInfo method when IsVisible(method) && (!method.IsSpecialName || method.Name.StartsWith("op_", StringComparison.Ordinal)) =>
                    $"{Access(method)}{Modifiers(method)}{Signature(method, MethodName(method))}",
                _ => null,
            };
        }
    }

    public static string Signature(MethodInfo method, string name) =>
        $"{CSharpName.Of(method.ReturnType, Nullability.Create(method.ReturnParameter))} {name}({Parameters(method)}){TypeDeclaration.Constraints(method.GetGenericArguments())}";

    private static string MethodName(MethodInfo method) => method.IsGenericMethod
        ? $"{method.Name}<{string.Join(", ", method.GetGenericArguments().Select(argument => argument.Name))}>"
        : method.Name;

    private static string? Field(FieldInfo field)
    {
        if (!field.IsPublic && !field.IsFamily && !field.IsFamilyOrAssembly)
        {
            return null;
        }

        var access = field.IsPublic ? "public " : "protected ";
        if (field.DeclaringType!.IsEnum)
        {
            return $"{field.Name} = {Convert.ToInt64(field.GetRawConstantValue(), CultureInfo.InvariantCulture)}";
        }

        var kind = field.IsLiteral ? "const " : $"{(field.IsStatic ? "static " : "")}{(field.IsInitOnly ? "readonly " : "")}";
        var value = field.IsLiteral ? $" = {Literal(field.GetRawConstantValue())}" : "";
        return $"{access}{kind}{CSharpName.Of(field.FieldType, Nullability.Create(field))} {field.Name}{value}";
    }

    private static string? Property(PropertyInfo property)
    {
        var accessors = new[] { property.GetMethod, property.SetMethod }.OfType<MethodInfo>().Where(IsVisible).ToList();
        if (accessors.Count == 0)
        {
            return null;
        }

        var widest = accessors.Find(accessor => accessor.IsPublic) ?? accessors[0];
        var required = property.IsDefined(typeof(RequiredMemberAttribute)) ? "required " : "";
        var name = property.GetIndexParameters() is { Length: > 0 } index ? $"this[{Parameters(index)}]" : property.Name;
        var body = string.Join(' ', accessors.Select(accessor => $"{(accessor.IsPublic == widest.IsPublic ? "" : Access(accessor))}{AccessorName(property, accessor)};"));
        return $"{Access(widest)}{Modifiers(widest)}{required}{CSharpName.Of(property.PropertyType, Nullability.Create(property))} {name} {{ {body} }}";
    }

    private static string AccessorName(PropertyInfo property, MethodInfo accessor) =>
        accessor == property.GetMethod ? "get"
        : accessor.ReturnParameter.GetRequiredCustomModifiers().Contains(typeof(IsExternalInit)) ? "init" : "set";

    private static bool IsVisible(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;

    private static string Access(MethodBase method) => method.DeclaringType!.IsInterface ? "" : method.IsPublic ? "public " : "protected ";

    private static string Modifiers(MethodInfo method)
    {
        if (method.DeclaringType!.IsInterface)
        {
            return "";
        }

        var isOverride = method.GetBaseDefinition() != method;
        return method switch
        {
            { IsStatic: true } => "static ",
            { IsAbstract: true } => isOverride ? "abstract override " : "abstract ",
            { IsVirtual: true, IsFinal: true } => isOverride ? "sealed override " : "",
            { IsVirtual: true } => isOverride ? "override " : "virtual ",
            _ => "",
        };
    }

    private static string Parameters(MethodBase method) =>
        (method.IsDefined(typeof(ExtensionAttribute)) ? "this " : "") + Parameters(method.GetParameters());

    private static string Parameters(ParameterInfo[] parameters) => string.Join(", ", parameters.Select(Parameter));

    private static string Parameter(ParameterInfo parameter)
    {
        var direction = parameter switch
        {
            { IsOut: true } => "out ",
            { ParameterType.IsByRef: true, IsIn: true } => "in ",
            { ParameterType.IsByRef: true } => "ref ",
            _ when parameter.IsDefined(typeof(ParamArrayAttribute)) => "params ",
            _ => "",
        };
        var value = parameter.HasDefaultValue ? $" = {Literal(parameter.RawDefaultValue)}" : "";
        return $"{direction}{CSharpName.Of(parameter.ParameterType, Nullability.Create(parameter))} {parameter.Name}{value}";
    }

    private static string Literal(object? value) => value switch
    {
        null => "null",
        string text => $"\"{text}\"",
        bool truth => truth ? "true" : "false",
        _ => Convert.ToString(value, CultureInfo.InvariantCulture)!,
    };
}
